import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph';

import type { ServedGraph } from '../assistants/graphs.ts';
import { HttpError } from '../http/http-error.ts';
import { messageProblem } from './message-problem.ts';
import { channelsOf, type ChannelSchema, type StateChannels } from './state-channels.ts';
import { withTextFiles } from './text-files.ts';

/**
 * What may be written into a graph's state, as it is to be written: an object, or a list of
 * [key, value] pairs. Whatever would fail the run that takes it in, or the thread for good, is refused
 * here, before anything is stored. Files given as plain texts become files.
 *
 * Throws HttpError `invalid` with the path of the wrong part; `where` is its beginning.
 */
export function admitUpdate(graph: ServedGraph, update: unknown, where: string): unknown {
  const channels = channelsOf(graph);
  if (Array.isArray(update))
    return update.map((pair: unknown, index) => {
      if (!Array.isArray(pair)) return pair;
      const [key, value] = pair as readonly unknown[];
      return [key, admitValue(channels, String(key), value, `${where}[${index}][1]`)];
    });
  if (typeof update !== 'object' || update === null) return update;
  const admitted = Object.entries(update).map(
    ([key, value]) => [key, admitValue(channels, key, value, `${where}.${key}`)] as const,
  );
  return Object.fromEntries(admitted);
}

/** Refuses a value that is no message where a command gives a node its input. Throws HttpError `invalid`. */
export function refuseBadMessages(graph: ServedGraph, input: unknown, where: string): void {
  if (typeof input !== 'object' || input === null) return;
  for (const channel of channelsOf(graph).messages)
    if (channel in input)
      refuseNoMessages((input as Record<string, unknown>)[channel], `${where}.${channel}`);
}

function admitValue(channels: StateChannels, key: string, value: unknown, where: string): unknown {
  if (channels.messages.has(key)) {
    refuseNoMessages(value, where);
    return value;
  }
  const schema = channels.schemaOf(key);
  if (schema === undefined || overwrites(value)) return value;
  const problem = schemaProblem(schema, value, where);
  if (problem === undefined) return value;
  const files = withTextFiles(value);
  if (files !== undefined && schemaProblem(schema, files, where) === undefined) return files;
  throw new HttpError('invalid', `${problem}.`);
}

/** A value that is no message would fail the run after it was accepted, and stay in its thread. */
function refuseNoMessages(value: unknown, where: string): void {
  if (value === undefined || value === null || overwrites(value))
    throw new HttpError('invalid', `${where} must be a message or a list of messages.`);
  const isPair = Array.isArray(value) && value.length === 2 && isRoleAndText(value);
  const messages: readonly unknown[] = Array.isArray(value) && !isPair ? value : [value];
  for (const [index, message] of messages.entries()) {
    const at = Array.isArray(value) && !isPair ? `${where}[${index}]` : where;
    const problem = messageProblem(message);
    if (problem !== undefined)
      throw new HttpError('invalid', `${pathOf(at, problem.path)} ${problem.sentence}.`);
  }
  refuseRemovalAfterAll(messages, where);
}

/** What follows the removal of everything is kept as it is, a further removal too. */
function refuseRemovalAfterAll(messages: readonly unknown[], where: string): void {
  const all = messages.findLastIndex((message) => removedId(message) === REMOVE_ALL_MESSAGES);
  if (all === -1) return;
  const late = messages.findIndex((message, at) => at > all && removedId(message) !== undefined);
  if (late !== -1)
    throw new HttpError('invalid', `${where}[${late}] removes a message that is gone already.`);
}

/** The id that a message-like removes; undefined for one that removes nothing. */
export function removedId(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
  const role =
    ('role' in message ? message.role : undefined) ?? ('type' in message && message.type);
  return role === 'remove' && typeof message.id === 'string' ? message.id : undefined;
}

function isRoleAndText([role, content]: readonly unknown[]): boolean {
  return (
    typeof role === 'string' &&
    /^(?:human|user|ai|assistant|system|developer|tool)$/.test(role) &&
    typeof content === 'string'
  );
}

/** Whether a value is the library's wire form of a replacement that passes the reducer by. */
function overwrites(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return '__overwrite__' in value || ('type' in value && value.type === '__overwrite__');
}

/** What the graph's own schema says of a value. One that takes its time to answer is not asked. */
function schemaProblem(schema: ChannelSchema, value: unknown, where: string): string | undefined {
  const result = schema['~standard'].validate(value);
  if (result instanceof Promise) return undefined;
  const issue = result.issues?.[0];
  if (issue === undefined) return undefined;
  const path = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part));
  return `${pathOf(where, path)}: ${issue.message}`;
}

function pathOf(where: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (at, part) => (typeof part === 'number' ? `${at}[${part}]` : `${at}.${String(part)}`),
    where,
  );
}
