import { PRIVATE_STATE_KEYS } from '#contract/names';

import { toWire } from './wire.ts';

const CONTRACT_KEYS: ReadonlySet<string> = new Set(PRIVATE_STATE_KEYS);

/**
 * Whether a state key is private: the contract's, and by LangChain's convention every other one with
 * a single leading underscore (a summarizer keeps transcripts in such). Two underscores are the
 * library's own names, such as `__interrupt__`.
 */
export function isPrivateKey(key: string): boolean {
  return CONTRACT_KEYS.has(key) || /^_(?!_)/.test(key);
}

/**
 * State as it may leave the server: wire JSON without private channels. It hides; it is no secrecy
 * guarantee, since custom events and raw checkpoints carry the same for the owner.
 */
export function projectState(values: unknown): unknown {
  return toWire(withoutPrivateKeys(values));
}

/** What one node wrote, or each of several writes, keyed by node; `__interrupt__` is kept. */
export function updatesWithoutPrivateKeys(updates: unknown): unknown {
  return mapEntries(updates, (update) => eachOf(update, withoutPrivateKeys));
}

/** Anything that may hold state at any depth: tasks, debug payloads, traced events, tool output. */
export function projectDeep(value: unknown): unknown {
  return toWire(value, isPrivateKey);
}

/** State without private channels, its messages still objects. */
export function withoutPrivateKeys(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !isPrivateKey(key)));
}

function eachOf(value: unknown, change: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : change(value);
}

function mapEntries(value: unknown, change: (item: unknown) => unknown): unknown {
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item)]));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
