import { ownerHash } from '#server/http/access-log';
import type { DamagedThing } from '#server/storage/damage';

/** What is damaged, by name; of an owner the fingerprint that the log has too. */
export function inWords(thing: DamagedThing | string): string {
  if (typeof thing === 'string') return thing;
  const { key, table, thread } = thing;
  const row = `row ${key} of the table "${table}"`;
  if (thread === undefined) return row;
  return `conversation ${thread.threadId} of owner ${ownerHash(thread.owner)}, ${row}`;
}
