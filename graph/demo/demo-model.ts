import { randomUUID } from 'node:crypto';

import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import type { ToolCallChunk } from '@langchain/core/messages/tool';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';

import { partsOf } from '#contract/attachments';

import { plan } from './plan.ts';
import type { Line, Plan } from './transcript.ts';

/** Roles of the message types that the rules care about. */
const ROLES: Readonly<Record<string, Line['role']>> = {
  system: 'system',
  human: 'person',
  ai: 'assistant',
  tool: 'tool',
};

interface DemoOptions {
  readonly tools?: readonly BindToolsInput[];
  readonly signal?: AbortSignal;
}

/**
 * A chat model without a model: fixed rules that teach, recall, correct and forget, so that the whole
 * product works with neither key nor network. It says of itself that it is one.
 */
export class DemoModel extends BaseChatModel {
  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'demo';
  }

  override bindTools(tools: BindToolsInput[]): ReturnType<BaseChatModel['withConfig']> {
    return this.withConfig({ tools } as Parameters<BaseChatModel['withConfig']>[0]);
  }

  override _generate(messages: BaseMessage[], options: DemoOptions): Promise<ChatResult> {
    const { text = '', calls = [] } = decide(messages, options);
    const message = new AIMessage({
      content: text,
      tool_calls: calls.map(({ name, args }) => ({
        type: 'tool_call',
        id: callId(),
        name,
        args: { ...args },
      })),
    });
    return Promise.resolve({ generations: [{ text, message }] });
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: DemoOptions,
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const id = `demo-${randomUUID()}`;
    for (const piece of pieces(decide(messages, options))) {
      options.signal?.throwIfAborted();
      const chunk = new ChatGenerationChunk({
        text: piece.content,
        message: new AIMessageChunk({ id, ...piece }),
      });
      yield chunk;
      await runManager?.handleLLMNewToken(
        chunk.text,
        { prompt: 0, completion: 0 },
        undefined,
        undefined,
        undefined,
        { chunk },
      );
    }
  }
}

/**
 * Most pieces of one answer: they follow each other without a pause, so everyone waits for all of them.
 */
const MOST_PIECES = 200;

/** Text word by word, or several words at once where it is long; then each tool call in one piece. */
function* pieces({ text = '', calls = [] }: Plan): Generator<{
  content: string;
  tool_call_chunks?: ToolCallChunk[];
}> {
  // A word ends where white space comes before another one.
  const words = text.split(/(?<=\S)(?=\s+\S)/);
  const atOnce = Math.ceil(words.length / MOST_PIECES);
  for (let start = 0; start < words.length; start += atOnce) {
    const content = words.slice(start, start + atOnce).join('');
    if (content !== '') yield { content };
  }
  for (const [index, { name, args }] of calls.entries()) {
    const call = { type: 'tool_call_chunk' as const, index, id: callId(), name };
    yield { content: '', tool_call_chunks: [{ ...call, args: JSON.stringify(args) }] };
  }
}

function decide(messages: readonly BaseMessage[], { tools = [] }: DemoOptions): Plan {
  return plan(
    messages.flatMap((message) => {
      const role = ROLES[message.type];
      if (role === undefined) return [];
      // Its rules are for what is said; attached files it does not read.
      const text = role === 'person' ? partsOf(message.content).text : message.text;
      return [{ role, text, ...callsOf(message) }];
    }),
    tools.map((tool) => ('name' in tool && typeof tool.name === 'string' ? tool.name : '')),
  );
}

function callsOf(message: BaseMessage): Pick<Line, 'calls'> {
  return AIMessage.isInstance(message) && message.tool_calls && message.tool_calls.length > 0
    ? { calls: message.tool_calls.map(({ name, args }) => ({ name, args })) }
    : {};
}

function callId(): string {
  return `call_${randomUUID()}`;
}
