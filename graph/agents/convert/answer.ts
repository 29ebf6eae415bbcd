import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';

import { answerPrompt } from './prompt.ts';
import { reportInWords } from './report-words.ts';
import type { State, Update } from './state.ts';

const NOTHING_YET =
  'Nothing has been converted here yet. Send Selenium test files, and they come back as Playwright tests.';

/** Answers a question or a remark. It changes no rule and converts nothing. */
export async function answer(
  model: BaseChatModel | undefined,
  state: State,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  const known = state.report === null ? NOTHING_YET : reportInWords(state.report, state.result);
  if (model === undefined) return { messages: [new AIMessage(fixedAnswer(state, known))] };
  const { sources, conventions, result, messages } = state;
  const question = messages.at(-1)?.text ?? '';
  const prompt = answerPrompt({ sources, conventions }, result, known, question);
  const reply = await model.invoke(prompt, config);
  return { messages: [new AIMessage({ content: reply.text, ...(reply.id && { id: reply.id }) })] };
}

/** What fixed rules can say: how the conversion stands. */
function fixedAnswer({ conventions, report }: State, known: string): string {
  const rules =
    conventions.length === 0
      ? 'No instruction is in force.'
      : ['Instructions in force:', ...conventions.map((text) => `- ${text}`)].join('\n');
  const how =
    'No model answers here, so this is how the conversion stands. Your message changed nothing: an instruction is given as a rule, not in the chat.';
  return [how, known, ...(report === null ? [] : [rules])].join('\n\n');
}
