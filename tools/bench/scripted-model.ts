import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';

/**
 * A model that answers at once, so that what is measured is everything but the model: first with a
 * tool call, if it is to make one, then with text of the given length.
 */
export class ScriptedModel extends BaseChatModel {
  readonly #answerLength: number;
  readonly #tool: string | undefined;
  #calls = 0;

  constructor(answerLength: number, tool?: string) {
    super({});
    this.#answerLength = answerLength;
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
    const message =
      this.#tool !== undefined && !(messages.at(-1) instanceof ToolMessage)
        ? this.#toolCall(this.#tool)
        : new AIMessage(sentence(`answer ${this.#calls} `, this.#answerLength));
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }

  #toolCall(name: string): AIMessage {
    const call = { name, args: { question: `look ${this.#calls} up` }, id: `call_${this.#calls}` };
    return new AIMessage({ content: '', tool_calls: [{ ...call, type: 'tool_call' }] });
  }
}

/** Text of a length in which no part repeats, so that nothing shrinks it. */
export function sentence(start: string, length: number): string {
  let text = start;
  while (text.length < length) text += `${Math.random().toString(36).slice(2)} `;
  return text.slice(0, length);
}
