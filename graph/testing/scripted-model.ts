import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, SystemMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';

import { MEMORY_PATH } from '#contract/names';

/** What the model says next: a text, a message, or something made of the messages it was sent. */
export type Turn =
  string | AIMessage | Error | ((messages: BaseMessage[]) => Answer | Promise<Answer>);
type Answer = string | AIMessage;

/** A model that follows a script, keeps every prompt it was sent, and throws when it is asked more. */
export class ScriptedModel extends BaseChatModel {
  readonly prompts: BaseMessage[][] = [];
  readonly toolNames = new Set<string>();
  /** The tools of the newest binding, as a provider would be sent them. */
  sentTools: unknown[] = [];
  readonly #turns: Turn[];
  readonly #profile: { maxInputTokens?: number };

  constructor(turns: readonly Turn[], profile: { maxInputTokens?: number } = {}) {
    super({});
    this.#turns = [...turns];
    this.#profile = profile;
  }

  override get profile(): { maxInputTokens?: number } {
    return this.#profile;
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools(tools: BindToolsInput[]): this {
    this.sentTools = tools.map((tool) => convertToOpenAITool(tool as StructuredToolInterface));
    for (const tool of tools) if ('name' in tool) this.toolNames.add(String(tool.name));
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.prompts.push(messages);
    const turn = this.#turns.shift();
    if (turn === undefined) throw new Error('The model was called once more than the script says.');
    if (turn instanceof Error) throw turn;
    const answer = typeof turn === 'function' ? await turn(messages) : turn;
    const message = typeof answer === 'string' ? new AIMessage(answer) : answer;
    return { generations: [{ text: message.text, message }] };
  }

  /** System prompt of a call, by its place in the order of calls. */
  systemPrompt(call: number): string {
    const prompt = this.prompts.at(call)?.find((message) => SystemMessage.isInstance(message));
    if (!prompt) throw new Error(`Call ${call} had no system prompt.`);
    return prompt.text;
  }
}

let calls = 0;

/** A reply that asks for tools. */
export function asks(
  ...wanted: readonly { name: string; args: Record<string, unknown>; id?: string }[]
): AIMessage {
  return new AIMessage({
    content: '',
    tool_calls: wanted.map(({ name, args, id }) => ({
      type: 'tool_call',
      id: id ?? `call_${String((calls += 1))}`,
      name,
      args,
    })),
  });
}

/** A reply that writes the whole memory file. */
export function writesMemory(content: string): AIMessage {
  return asks({ name: 'write_file', args: { file_path: MEMORY_PATH, content } });
}

/** A reply that edits the memory file, in one call per pair of old and new text. */
export function editsMemory(...pairs: readonly (readonly [string, string])[]): AIMessage {
  const args = pairs.map(([from, to]) => ({
    file_path: MEMORY_PATH,
    old_string: from,
    new_string: to,
  }));
  return asks(...args.map((each) => ({ name: 'edit_file', args: each })));
}
