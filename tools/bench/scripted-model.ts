import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';

/** How a message begins that is to be answered with a tool call first. */
export const LOOK_UP = 'look up';

/**
 * A model that answers at once, so that what is measured is everything but the model: with text as
 * long as the question, after a tool call if the question asks for one.
 */
export class ScriptedModel extends BaseChatModel {
  readonly #tool: string;
  #calls = 0;

  constructor(tool: string) {
    super({});
    this.#tool = tool;
  }

  _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.#calls += 1;
    const last = messages.at(-1);
    const question = messages.findLast((message) => HumanMessage.isInstance(message))?.text ?? '';
    const message =
      HumanMessage.isInstance(last) && question.startsWith(LOOK_UP)
        ? this.#toolCall()
        : new AIMessage(sentence(`answer ${this.#calls} `, question.length));
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }

  #toolCall(): AIMessage {
    const call = {
      name: this.#tool,
      args: { question: `question ${this.#calls}` },
      id: `call_${this.#calls}`,
    };
    return new AIMessage({ content: '', tool_calls: [{ ...call, type: 'tool_call' }] });
  }
}

/** Text of a length in which no part repeats: deflating takes a third off it, of prose rather more. */
export function sentence(start: string, length: number): string {
  let text = start;
  while (text.length < length) text += `${Math.random().toString(36).slice(2)} `;
  return text.slice(0, length);
}
