import { InMemoryStore } from '@langchain/langgraph-checkpoint';
import { describe, expect, it } from 'vitest';

import { MEMORY_MAX_BYTES, MEMORY_PATH, memoryNamespace } from '#contract/names';
import type { MemoryScope } from '#contract/scope';
import { createGate } from '#graph/memory/gate';
import { createProcessLock } from '#graph/memory/lock';
import { revisionNamespace } from '#graph/memory/namespace';

import { gateMemoryWriter } from './gate-memory-writer.ts';

const owner = '3f2b8a54-6c1e-4d8e-9a77-0123456789ab' as MemoryScope;

function setUp() {
  const store = new InMemoryStore();
  const text = async () =>
    (await store.get(memoryNamespace(owner), MEMORY_PATH))?.value['content'] as unknown;
  const gate = createGate({ store, lock: createProcessLock() });
  return { store, text, writer: gateMemoryWriter(gate) };
}

describe('gateMemoryWriter', () => {
  it('writes, overwrites and removes the file, leaving a revision by a person each time', async () => {
    const { store, text, writer } = setUp();
    await writer.write(owner, '- $& <b>\n');
    expect(await text()).toBe('- $& <b>\n');
    await writer.write(owner, '');
    expect(await text()).toBe('');
    await writer.remove(owner);
    expect(await text()).toBeUndefined();
    const rows = await store.search(revisionNamespace(owner), { limit: 100 });
    const authors = rows.flatMap(
      ({ value }) => (value['author'] as { kind?: string } | undefined)?.kind ?? [],
    );
    expect(authors).toEqual(['person', 'person', 'person']);
  });

  it('refuses what is no memory file, with the gate’s sentence, and keeps the one there is', async () => {
    const { text, writer } = setUp();
    await writer.write(owner, 'kept');
    await expect(writer.write(owner, 'x'.repeat(MEMORY_MAX_BYTES + 1))).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('65,537') as unknown,
    });
    await expect(writer.write(owner, '\ud800')).rejects.toMatchObject({ status: 422 });
    expect(await text()).toBe('kept');
  });
});
