import { AIMessage, AIMessageChunk, BaseMessage, ToolMessage } from '@langchain/core/messages';

import { StorageError } from '../storage/storage-error.ts';
import type { JsonObject } from '../storage/storage.ts';

/** Whether a key of an object is left out. */
export type IsHidden = (key: string) => boolean;

const nothingHidden: IsHidden = () => false;

interface Manner {
  readonly hidden: IsHidden;
  /** What messages that never change were told as. */
  readonly told?: WeakMap<object, JsonObject>;
}

const PLAIN: Manner = { hidden: nothingHidden };
/** The log gives the same message objects again: a state told after each step converts them once. */
const LOGGED: Manner = { hidden: nothingHidden, told: new WeakMap() };

/**
 * A value as it goes over the wire: plain JSON, messages flat as SDK clients expect them.
 *
 * Hidden keys are left out of every object that is not part of a message: what a person or a
 * model said is given back exactly as it was sent, objects with an `lc` key included.
 *
 * Throws `unserializable` for a value that contains itself.
 */
export function toWire(value: unknown, hidden: IsHidden = nothingHidden): unknown {
  return convert(value, { hidden }, []);
}

/** The same for what the event log gave, whose messages nobody changes. */
export function loggedToWire(value: unknown): unknown {
  return convert(value, LOGGED, []);
}

/** A message as the Agent Server API sends it: its fields beside its `type`. */
export function wireMessage(message: BaseMessage): JsonObject {
  return convertMessage(message, []);
}

function convert(value: unknown, manner: Manner, parents: readonly object[]): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (parents.includes(value))
    throw new StorageError('unserializable', 'The graph produced a value that contains itself.');
  const within = [...parents, value];
  if (BaseMessage.isInstance(value)) return convertMessage(value, within, manner.told);
  if (Array.isArray(value)) return value.map((item) => convert(item, manner, within) ?? null);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  // Its words may be a provider's, who quotes keys and prompts.
  if (value instanceof Error) return { error: value.name };
  if (value instanceof Set) return convert([...value], manner, within);
  if (value instanceof Map) return convert(Object.fromEntries(value), manner, within);
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return convert((value.toJSON as () => unknown)(), manner, within);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => !manner.hidden(key) && isJsonValue(item))
      .map(([key, item]) => [key, convert(item, manner, within)]),
  );
}

function isJsonValue(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

function convertMessage(
  message: BaseMessage,
  parents: readonly object[],
  told?: WeakMap<object, JsonObject>,
): JsonObject {
  const before = told?.get(message);
  if (before) return before;
  const fields: Record<string, unknown> = {
    content: message.content,
    additional_kwargs: message.additional_kwargs,
    response_metadata: message.response_metadata,
    id: message.id,
    name: message.name,
    type: message.type,
  };
  if (AIMessage.isInstance(message) || AIMessageChunk.isInstance(message)) {
    fields['tool_calls'] = message.tool_calls ?? [];
    fields['invalid_tool_calls'] = message.invalid_tool_calls ?? [];
    fields['usage_metadata'] = message.usage_metadata;
  }
  if (AIMessageChunk.isInstance(message))
    fields['tool_call_chunks'] = message.tool_call_chunks ?? [];
  if (ToolMessage.isInstance(message)) {
    fields['tool_call_id'] = message.tool_call_id;
    fields['status'] = message.status;
    fields['artifact'] = message.artifact as unknown;
  }
  if ('role' in message) fields['role'] = message.role;
  const wired = convert(fields, PLAIN, parents) as JsonObject;
  told?.set(message, wired);
  return wired;
}
