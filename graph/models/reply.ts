import { randomInt } from 'node:crypto';

import { AIMessage, type BaseMessage } from '@langchain/core/messages';

import { CUT_KEY } from '#contract/cut-answer';

import { isWellFormed, UNNAMED_TOOL, wellFormed } from './sendable.ts';
import { readToolArguments, type ReadArguments } from './tool-arguments.ts';

/** The model's reply held neither text nor a tool call. */
export class EmptyReplyError extends Error {
  override readonly name = 'EmptyReplyError';
  constructor() {
    super('The model answered with nothing.');
  }
}

/**
 * What keeps a tool call from being carried out: it was cut off, is no JSON object, has no name, or
 * holds ill-formed Unicode, which nobody may mend in silence before it is written somewhere.
 */
export type CallFault = 'cut' | 'malformed' | 'unnamed' | 'ill-formed';

const FAULTS: readonly unknown[] = ['cut', 'malformed', 'unnamed', 'ill-formed'];

/** Key in `response_metadata` of the calls that may not be carried out, with their fault, by id. */
const FAULTS_KEY = 'faulty_tool_calls';

/** Reasons with which a provider ends a whole reply; any other one means that it was cut. */
const WHOLE_REASONS: ReadonlySet<unknown> = new Set(['stop', 'tool_calls', 'eos', undefined]);

interface RawCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** The arguments as they were sent, when the reply still has them. */
  readonly raw?: string | undefined;
  readonly args?: Record<string, unknown>;
}

/**
 * A reply that is safe to act on: every tool call has an id of its own in this thread, and a call
 * that may not be carried out is marked with its fault, so that it is answered instead (the library
 * completes a call that was cut silently to *some* object before it gets here). A reply that the
 * provider cut is marked as cut. All of it is well-formed Unicode. Throws EmptyReplyError.
 */
export function normaliseReply(reply: AIMessage, earlier: readonly BaseMessage[]): AIMessage {
  const calls = rawCalls(reply);
  if (calls.length === 0 && reply.text.trim() === '') throw new EmptyReplyError();
  const used = new Set(
    earlier.flatMap((message) => (AIMessage.isInstance(message) ? toolCallIds(message) : [])),
  );
  const finish: unknown = reply.response_metadata['finish_reason'];
  const cut = !WHOLE_REASONS.has(finish);
  const faults: Record<string, CallFault> = {};
  const toolCalls = calls.map((call, index) => {
    const id = typeof call.id === 'string' && isNew(call.id, used) ? call.id : freshId(used);
    used.add(id);
    const read = readCall(call);
    const atCut = cut && index === calls.length - 1;
    if (read.kind !== 'whole') faults[id] = read.kind;
    else if (atCut) faults[id] = 'cut';
    else if (!isWellFormed(read.args)) faults[id] = 'ill-formed';
    const args = read.kind === 'whole' ? read.args : (call.args ?? {});
    const name = call.name === undefined || call.name === '' ? UNNAMED_TOOL : call.name;
    return { type: 'tool_call' as const, id, name, args: wellFormed(args) as typeof args };
  });
  const normalised = new AIMessage({
    content: wellFormed(reply.content) as AIMessage['content'],
    // Under an id that the thread has already, the reply would take the place of an older message.
    ...(reply.id === undefined || earlier.some(({ id }) => id === reply.id)
      ? {}
      : { id: reply.id }),
    ...(reply.name === undefined ? {} : { name: reply.name }),
    tool_calls: toolCalls,
    response_metadata: {
      ...reply.response_metadata,
      ...(cut && { [CUT_KEY]: true }),
      ...(Object.keys(faults).length > 0 && { [FAULTS_KEY]: faults }),
    },
  });
  normalised.additional_kwargs = wellFormed(withoutRawCalls(reply.additional_kwargs)) as Record<
    string,
    unknown
  >;
  normalised.usage_metadata = reply.usage_metadata;
  return normalised;
}

/** Whether a provider's id can be kept; some send none, some send the same ones again. */
function isNew(id: string, used: ReadonlySet<string>): boolean {
  return id !== '' && !used.has(id);
}

/** The assistant message that asked for a tool call. */
export function askingMessage(
  messages: readonly BaseMessage[],
  toolCallId: string | undefined,
): AIMessage | undefined {
  return messages.findLast(
    (message): message is AIMessage =>
      AIMessage.isInstance(message) && toolCallIds(message).some((id) => id === toolCallId),
  );
}

/** Why a call may not be carried out; undefined when it may. */
export function callFault(
  message: AIMessage | undefined,
  toolCallId: string | undefined,
): CallFault | undefined {
  const faults: unknown = message?.response_metadata[FAULTS_KEY];
  if (typeof faults !== 'object' || faults === null || toolCallId === undefined) return undefined;
  const fault: unknown = Object.hasOwn(faults, toolCallId) ? Reflect.get(faults, toolCallId) : '';
  return FAULTS.includes(fault) ? (fault as CallFault) : undefined;
}

/** Every tool call of a reply: of a stream by its pieces, else as parsed, the unparsable included. */
function rawCalls(reply: AIMessage): RawCall[] {
  const chunks = 'tool_call_chunks' in reply ? (reply.tool_call_chunks as RawChunk[]) : [];
  const parsed = reply.tool_calls ?? [];
  if (chunks.length > 0)
    return chunks.map(({ id, name, args }) => {
      const match = parsed.find((call) => call.id === id && call.name === name);
      return { id, name, raw: args ?? '', ...(match ? { args: match.args } : {}) };
    });
  const invalid = reply.invalid_tool_calls ?? [];
  return [...parsed, ...invalid.map(({ id, name, args }) => ({ id, name, raw: args ?? '' }))];
}

interface RawChunk {
  readonly id?: string;
  readonly name?: string;
  readonly args?: string;
}

/** The call's arguments, or why there are none to act on. */
function readCall({ raw, args, name }: RawCall): ReadArguments | { readonly kind: 'unnamed' } {
  if (name === undefined || name === '') return { kind: 'unnamed' };
  return raw === undefined ? { kind: 'whole', args: args ?? {} } : readToolArguments(raw);
}

function toolCallIds(message: AIMessage): string[] {
  return (message.tool_calls ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
}

/** The raw calls would otherwise be sent back to the provider under their old ids. */
function withoutRawCalls(kwargs: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kwargs).filter(([key]) => key !== 'tool_calls' && key !== 'function_call'),
  );
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Nine letters or digits: the one form that every provider accepts. */
function freshId(used: ReadonlySet<string>): string {
  let id: string;
  do id = Array.from({ length: 9 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  while (used.has(id));
  return id;
}
