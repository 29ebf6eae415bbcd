import { partsOf, type Attachment } from '#contract/attachments';
import { cutOf, type CutReason } from '#contract/cut-answer';
import { recalledTurnsIn, type RecalledTurn } from '#contract/recall';
import { MEMORY_RECEIPT_KEY, type ReadReceipt } from '#contract/revision';
import { isObject } from '#contract/shape';

import { readReceipt } from '../evidence/receipt';

/** What a tool answered. */
export interface ToolResult {
  readonly messageId: string | undefined;
  readonly text: string;
  readonly failed: boolean;
  /** Messages of past conversations that it has found; nothing for any other tool. */
  readonly recalled?: readonly RecalledTurn[];
}

/** One call of a tool by the agent, with its result once there is one. */
export interface ToolCall {
  readonly id: string;
  /** Its place among the message's calls, by which streamed pieces find each other. */
  readonly place: number;
  readonly name: string;
  /** The arguments whole: JSON, indented once complete, as it arrives until then. */
  readonly argumentsText: string;
  readonly result: ToolResult | undefined;
}

/** One message of the transcript. Tool results stand with their calls, not as messages. */
export interface ChatMessage {
  readonly id: string;
  readonly role: 'human' | 'ai';
  readonly text: string;
  /** Files that go with it; none when absent. */
  readonly attachments?: readonly Attachment[];
  readonly toolCalls: readonly ToolCall[];
  /** Whether the text is final; chunks for a complete message are repeats and change nothing. */
  readonly complete: boolean;
  /** What the model thought before it answered; nothing when absent. */
  readonly thought?: string;
  /** How long it thought, in milliseconds, once that is known. */
  readonly thoughtMs?: number;
  /** Whether the answer was stopped in the middle, as the server has marked it. */
  readonly cut: boolean;
  /** Why the provider ended it before its end; absent when it did not. */
  readonly cutBy?: CutReason;
  /** Which memory the model call behind it had read, once the server has said so. */
  readonly receipt: ReadReceipt | undefined;
}

/** A tool's answer as the wire brings it, to be joined with its call. */
export interface ToolAnswer {
  readonly toolCallId: string;
  readonly result: ToolResult;
}

/** What one wire message is, once read. */
export type WireMessage =
  | { readonly kind: 'chat'; readonly message: ChatMessage; readonly chunks: readonly CallChunk[] }
  | { readonly kind: 'tool'; readonly answer: ToolAnswer }
  | { readonly kind: 'removal'; readonly id: string };

/** A piece of a tool call. */
export interface CallChunk {
  readonly place: number;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly argumentsText: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a message as the Agent Server API sends it; undefined for kinds that are not shown. */
export function readWireMessage(value: unknown, complete: boolean): WireMessage | undefined {
  if (!isObject(value)) return undefined;
  const { type, id } = value;
  if (type === 'remove') return typeof id === 'string' ? { kind: 'removal', id } : undefined;
  if (type === 'tool' || type === 'ToolMessageChunk') return readToolAnswer(value);
  const role = roleOf(type);
  if (role === undefined || typeof id !== 'string' || isSummary(value)) return undefined;
  return {
    kind: 'chat',
    message: {
      id,
      role,
      ...said(role, value['content']),
      toolCalls: readToolCalls(value['tool_calls']),
      complete,
      ...thoughtsOf(value),
      ...cutOf(value['response_metadata']),
      receipt: receiptOf(value),
    },
    chunks: complete ? [] : readCallChunks(value['tool_call_chunks']),
  };
}

/** What a message says; a person's may come with files. */
function said(
  role: ChatMessage['role'],
  content: unknown,
): Pick<ChatMessage, 'text' | 'attachments'> {
  if (role === 'ai') return { text: textOf(content) };
  const { text, attachments } = partsOf(content);
  return attachments.length > 0 ? { text, attachments } : { text };
}

/** The text of a message's content, whether a string or a list of blocks. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: unknown) => {
      if (typeof block === 'string') return block;
      return isObject(block) && typeof block['text'] === 'string' ? block['text'] : '';
    })
    .join('');
}

function roleOf(type: unknown): ChatMessage['role'] | undefined {
  if (type === 'human' || type === 'HumanMessageChunk') return 'human';
  if (type === 'ai' || type === 'AIMessageChunk') return 'ai';
  return undefined;
}

/** Whether a message is the agent's own summary of what came before, which nobody said. */
function isSummary(message: Fields): boolean {
  const extra = message['additional_kwargs'];
  return isObject(extra) && extra['lc_source'] === 'summarization';
}

function thoughtsOf(message: Fields): Pick<ChatMessage, 'thought' | 'thoughtMs'> {
  const { additional_kwargs: extra, response_metadata: about } = message;
  const thought = isObject(extra) ? extra['reasoning_content'] : undefined;
  const thoughtMs = isObject(about) ? about['thought_ms'] : undefined;
  return {
    ...(typeof thought === 'string' && thought !== '' && { thought }),
    ...(typeof thoughtMs === 'number' && { thoughtMs }),
  };
}

function receiptOf(message: Fields): ReadReceipt | undefined {
  const about = message['response_metadata'];
  return isObject(about) ? readReceipt(about[MEMORY_RECEIPT_KEY]) : undefined;
}

function readToolAnswer(message: Fields): WireMessage | undefined {
  const toolCallId = message['tool_call_id'];
  if (typeof toolCallId !== 'string') return undefined;
  const recalled = recalledTurnsIn(message['artifact']);
  return {
    kind: 'tool',
    answer: {
      toolCallId,
      result: {
        messageId: typeof message['id'] === 'string' ? message['id'] : undefined,
        text: resultTextOf(message['content']),
        failed: message['status'] === 'error',
        ...(recalled && { recalled }),
      },
    },
  };
}

/** A result in full: blocks that are no text stand in it as the JSON they are. */
function resultTextOf(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content
    .map((block: unknown) => textOf([block]) || JSON.stringify(block, null, 2))
    .join('\n');
}

function readToolCalls(calls: unknown): ToolCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isObject).map((call, place) => ({
    id: typeof call['id'] === 'string' ? call['id'] : `call-${place}`,
    place,
    name: typeof call['name'] === 'string' ? call['name'] : '',
    argumentsText: JSON.stringify(call['args'] ?? {}, null, 2),
    result: undefined,
  }));
}

function readCallChunks(chunks: unknown): CallChunk[] {
  if (!Array.isArray(chunks)) return [];
  return chunks.filter(isObject).map((chunk, order) => ({
    place: typeof chunk['index'] === 'number' ? chunk['index'] : order,
    id: typeof chunk['id'] === 'string' && chunk['id'] !== '' ? chunk['id'] : undefined,
    name: typeof chunk['name'] === 'string' && chunk['name'] !== '' ? chunk['name'] : undefined,
    argumentsText: typeof chunk['args'] === 'string' ? chunk['args'] : '',
  }));
}
