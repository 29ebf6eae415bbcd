import { CUT_KEY } from '#contract/cut-answer';
import type { AssistantRules, Json } from '#graph/rules';
import { wellFormed } from '#graph/models/sendable';
import { AIMessage, AIMessageChunk, type MessageContent } from '@langchain/core/messages';

import type { GraphChunk } from './graph-source.ts';
import { isPlainJson } from './plain-json.ts';

/** An answer that was cut short, and the node that was giving it. */
export interface CutAnswer {
  readonly message: AIMessage;
  readonly node: string;
}

interface MessageText {
  readonly message: AIMessageChunk;
  readonly node: string;
  /** What the assistant's rules keep with the answer of this model call. */
  readonly receipt: Json | undefined;
}

/** Remembers what the graph's own model has said in answers that are not finished yet. */
export class MessageTextSoFar {
  readonly #answers = new Map<string, MessageText>();
  readonly #receiptOf: AssistantRules['receiptOf'];
  #receipt: Json | undefined;

  constructor(receiptOf: AssistantRules['receiptOf']) {
    this.#receiptOf = receiptOf;
  }

  hear({ mode, namespace, payload }: GraphChunk): void {
    if (mode === 'custom') this.#receipt = this.#receiptOf(payload) ?? this.#receipt;
    if (mode !== 'messages' || namespace.length > 0 || !Array.isArray(payload)) return;
    const [message, metadata] = payload as readonly unknown[];
    if (!AIMessageChunk.isInstance(message) || message.id === undefined) return;
    const node = isPlainJson(metadata) ? metadata['langgraph_node'] : undefined;
    if (typeof node !== 'string') return;
    const before = this.#answers.get(message.id);
    this.#answers.set(message.id, {
      message: before ? before.message.concat(message) : message,
      node,
      receipt: before ? before.receipt : this.#receipt,
    });
  }

  /** The newest answer among those not in `known`, if it has said something. */
  cutAnswer(known: ReadonlySet<string>): CutAnswer | undefined {
    const [id, answer] = [...this.#answers].filter(([key]) => !known.has(key)).at(-1) ?? [];
    if (id === undefined || answer === undefined) return undefined;
    const spoken = textContent(answer.message.content);
    const content = wellFormed(spoken) as typeof spoken;
    if (content === undefined) return undefined;
    const { response_metadata, name } = answer.message;
    const message = new AIMessage({
      id,
      content,
      response_metadata: {
        ...response_metadata,
        [CUT_KEY]: true,
        ...answer.receipt,
      },
      ...(name !== undefined && { name }),
    });
    return { message, node: answer.node };
  }
}

const TEXT_BLOCKS: ReadonlySet<string> = new Set(['text', 'reasoning', 'thinking']);

/** What was said, without the beginnings of tool calls. */
function textContent(content: MessageContent): MessageContent | undefined {
  if (typeof content === 'string') return content === '' ? undefined : content;
  const blocks = content.filter((block) => TEXT_BLOCKS.has(block.type));
  return blocks.some((block) => block.type === 'text') ? blocks : undefined;
}
