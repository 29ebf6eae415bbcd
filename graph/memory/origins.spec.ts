import { InMemoryStore } from '@langchain/langgraph-checkpoint';
import { expect, it, vi } from 'vitest';

import { createGate } from './gate.ts';
import { createProcessLock } from './lock.ts';
import { revisionNamespace } from './namespace.ts';
import { ORIGINS_KEY } from './origins.ts';
import { ANNA } from './testing/owners.ts';

const person = {
  kind: 'person',
  thread_id: null,
  run_id: null,
  message_id: null,
  tool_call_id: null,
} as const;

async function written(texts: readonly string[]) {
  const store = new InMemoryStore();
  const gate = createGate({ store, lock: createProcessLock() });
  for (const text of texts) {
    const { receipt } = await gate.read(ANNA);
    const change = { kind: 'replace', text, basedOn: receipt.sha256 } as const;
    expect(await gate.write({ scope: ANNA, author: person, change })).not.toHaveProperty('refused');
  }
  const revisions = async () =>
    (await gate.readWithOrigins(ANNA)).origins.map((origin) => origin?.revision ?? null);
  return { store, gate, revisions };
}

it('keeps the origin of each line with the revision, and reads no history to tell it', async () => {
  const { store, revisions } = await written(['a', 'a\nb', 'c\na\nb', 'c\nb\nd']);
  const get = vi.spyOn(store, 'get');
  expect(await revisions()).toEqual([3, 2, 4]);
  const asked = get.mock.calls.map(([, key]) => key);
  expect(asked.filter((key) => /^\d+$/.test(key))).toEqual([]);
});

it('finds the origins of a history without them, and keeps what it found', async () => {
  const { store, revisions } = await written(['a', 'a\nb', 'a\nb\nc']);
  await store.delete(revisionNamespace(ANNA), ORIGINS_KEY);
  expect(await revisions()).toEqual([1, 2, 3]);
  expect(await store.get(revisionNamespace(ANNA), ORIGINS_KEY)).not.toBeNull();
});

it('tells of large texts, too, whose comparison is done apart', { timeout: 60_000 }, async () => {
  const lines = (word: string) =>
    Array.from({ length: 4000 }, (_, at) => `${word}${at}`).join('\n');
  const { gate, revisions } = await written([lines('x'), `${lines('x')}\nlast`]);
  const found = await revisions();
  expect([found[0], found[3999], found[4000]]).toEqual([1, 1, 2]);
  await gate.wipe(ANNA, person);
  expect(await revisions()).toEqual([]);
});
