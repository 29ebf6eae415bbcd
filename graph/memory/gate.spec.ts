import { InMemoryStore } from '@langchain/langgraph';
import { beforeEach, describe, expect, it } from 'vitest';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import type { MemoryAuthor } from '#contract/revision';

import type { MemoryChange } from './change.ts';
import { createGate, type MemoryGate } from './gate.ts';
import { createProcessLock } from './lock.ts';
import { receiptNamespace, revisionNamespace, sha256 } from './namespace.ts';
import { KEPT_REVISIONS, listRevisions, readRevision } from './revisions.ts';
import type { WriteOutcome } from './write-request.ts';
import { ANNA, BEN } from './testing/owners.ts';

const person: MemoryAuthor = {
  kind: 'person',
  thread_id: null,
  run_id: null,
  message_id: null,
  tool_call_id: null,
};
const agent: MemoryAuthor = {
  kind: 'agent',
  thread_id: 't',
  run_id: 'r',
  message_id: 'm',
  tool_call_id: 'c1',
};

describe('the gate', () => {
  let store: InMemoryStore;
  let gate: MemoryGate;
  beforeEach(() => {
    store = new InMemoryStore();
    const now = () => new Date('2026-05-01T10:00:00Z');
    gate = createGate({ store, lock: createProcessLock(), now });
  });

  const write = (change: MemoryChange, author = person): Promise<WriteOutcome> =>
    gate.write({ scope: ANNA, author, change });
  const put = (text: string, basedOn: string | null | undefined, author = person) =>
    write({ kind: 'replace', text, basedOn }, author);
  const text = async () => (await gate.read(ANNA)).text;

  it('keeps a row for every accepted write: who, where, when, how large, what', async () => {
    await put('- a\n', null, agent);
    expect(await readRevision(store, ANNA, 1)).toEqual({
      number: 1,
      written_at: '2026-05-01T10:00:00.000Z',
      owner: ANNA,
      author: agent,
      text: '- a\n',
      bytes: 4,
      sha256: sha256('- a\n'),
      lines: { added: 1, removed: 0 },
    });
    const item = await store.get(memoryNamespace(ANNA), MEMORY_PATH);
    expect(item?.value).toEqual({
      content: '- a\n',
      mimeType: 'text/markdown',
      created_at: '2026-05-01T10:00:00.000Z',
      modified_at: '2026-05-01T10:00:00.000Z',
    });
  });

  it.each([
    ['# Notes\n\n- a\n- b\n', '# Notes\n\n- a\n- c\n', { added: 1, removed: 1 }],
    ['- a\n- a\n', '- a\n', { added: 0, removed: 1 }],
    ['- a\n', '- b\n- a\n\n- c', { added: 2, removed: 0 }],
    ['- a\n- b\n', '- b\n- a\n', { added: 1, removed: 1 }],
    ['- a\n', '\n- a\n', { added: 0, removed: 0 }],
    ['- a\n', '', { added: 0, removed: 1 }],
  ])('counts the lines that a write from %j to %j changes', async (before, after, lines) => {
    await put(before, null);
    await put(after, sha256(before));
    expect((await readRevision(store, ANNA, 2))?.lines).toEqual(lines);
  });

  it('leaves no trace of a refused write', async () => {
    await put('- a\n', null);
    const before = await store.search([], { limit: 100 });
    for (const refused of [
      await put('- b\n', null),
      await put('- b\n', undefined),
      await put('x'.repeat(65_537), sha256('- a\n')),
      await put('\ud800', sha256('- a\n')),
      await write({ kind: 'edit', oldText: 'zzz', newText: '', all: false }),
      await put('- a\n- password is hunter2\n', sha256('- a\n'), agent),
    ])
      expect(refused.refused).toBeDefined();
    expect(await store.search([], { limit: 100 })).toEqual(before);
  });

  const refusals: readonly [string, MemoryChange, string][] = [
    [
      'a whole-file write by who never read it',
      { kind: 'replace', text: 'b', basedOn: undefined },
      'not-read',
    ],
    ['one based on "no file"', { kind: 'replace', text: 'b', basedOn: null }, 'changed-meanwhile'],
    [
      'one based on another text',
      { kind: 'replace', text: 'b', basedOn: sha256('z') },
      'changed-meanwhile',
    ],
    [
      'erasing on the basis of another text',
      { kind: 'erase', basedOn: sha256('z') },
      'changed-meanwhile',
    ],
    [
      'an edit of text that is not there',
      { kind: 'edit', oldText: 'q', newText: '', all: false },
      'not-found',
    ],
    [
      'an edit of text that is there twice',
      { kind: 'edit', oldText: 'a', newText: '', all: false },
      'ambiguous',
    ],
    ['an edit of nothing', { kind: 'edit', oldText: '', newText: 'b', all: false }, 'ambiguous'],
  ];
  it.each(refusals)('refuses %s', async (_, change, refused) => {
    await put('- a\n- a\n', null);
    expect(await write(change)).toMatchObject({ refused });
    expect(await text()).toBe('- a\n- a\n');
  });

  it('says "changed meanwhile" of a passage that went after the writer had read it', async () => {
    await put('- a\n', null);
    const base = sha256('- a\n');
    await put('- b\n', base);
    const change = { kind: 'edit', oldText: '- a', newText: '- c', all: false } as const;
    const outcome = await gate.write({ scope: ANNA, author: agent, change, base });
    expect(outcome).toEqual({
      refused: 'changed-meanwhile',
      reason: 'The memory file was changed meanwhile; read it again.',
    });
  });

  it('edits the current text, whatever was read before', async () => {
    await put('- a\n', null);
    const base = sha256('- a\n');
    await put('- new\n- a\n', base);
    const change = { kind: 'edit', oldText: '- a', newText: '- $& b', all: false } as const;
    await gate.write({ scope: ANNA, author: agent, change, base });
    expect(await text()).toBe('- new\n- $& b\n');
  });

  it('replaces every occurrence when asked, and fills an empty file', async () => {
    await put('', null);
    await write({ kind: 'edit', oldText: '', newText: 'a a', all: false });
    const all = await write({ kind: 'edit', oldText: 'a', newText: '$1', all: true });
    expect(all).toMatchObject({ occurrences: 2 });
    expect(await text()).toBe('$1 $1');
  });

  it('carries a repeated call out once', async () => {
    await put('- a\n', null);
    const change = { kind: 'edit', oldText: '- a', newText: '- a\n- a', all: false } as const;
    const first = await write(change, agent);
    const again = await write(change, agent);
    expect(first).toMatchObject({ revision: 2, repeated: false });
    expect(again).toMatchObject({ revision: 2, repeated: true, occurrences: 1 });
    expect(await text()).toBe('- a\n- a\n');
    // The same id in another message, thread or memory is another call.
    const others = [{ message_id: 'm2' }, { thread_id: 't2' }, { tool_call_id: 'c2' }];
    for (const [index, other] of others.entries()) {
      const append = { kind: 'edit', oldText: '- a\n', newText: '- a\n+', all: true } as const;
      expect(await write(append, { ...agent, ...other })).toMatchObject({ revision: 3 + index });
    }
    const elsewhere = { kind: 'replace', text: '- a\n', basedOn: null } as const;
    const ben = await gate.write({ scope: BEN, author: agent, change: elsewhere });
    expect(ben).toMatchObject({ revision: 1, repeated: false });
  });

  it('does not take a receipt for a write that the store lost', async () => {
    // A store without atomic batches may keep the receipt and lose the rest.
    await put('- a\n', null);
    await put('- b\n', sha256('- a\n'), agent);
    const [receipt] = await store.search(receiptNamespace(ANNA));
    await store.put(receiptNamespace(ANNA), receipt?.key ?? '', { revision: 9, sha256: null });
    expect(await put('- c\n', sha256('- b\n'), agent)).toMatchObject({
      revision: 3,
      repeated: false,
    });
    expect(await text()).toBe('- c\n');
  });

  it('makes no revision of a change that changes nothing', async () => {
    await put('- a\n', null);
    expect(await put('- a\n', sha256('- a\n'))).toMatchObject({ revision: 1 });
    expect(await listRevisions(store, ANNA, { limit: 10 })).toHaveLength(1);
  });

  it('erases the file, keeps the history, never uses a number twice', async () => {
    await put('- a\n', null);
    expect(await write({ kind: 'erase', basedOn: sha256('- a\n') })).toMatchObject({
      revision: 2,
      sha256: null,
    });
    expect(await text()).toBeUndefined();
    expect(await readRevision(store, ANNA, 2)).toMatchObject({
      text: null,
      bytes: 0,
      sha256: null,
    });
    expect(await put('- b\n', null)).toMatchObject({ revision: 3 });
  });

  it('gives text that came past it a row of its own first', async () => {
    await put('- a\n', null);
    const foreign = { content: '- foreign\n', created_at: 'x', modified_at: 'x' };
    await store.put(memoryNamespace(ANNA), MEMORY_PATH, foreign);
    expect((await gate.read(ANNA)).receipt).toEqual({
      revision: null,
      sha256: sha256('- foreign\n'),
    });
    expect(await put('- b\n', sha256('- foreign\n'))).toMatchObject({ revision: 3 });
    const rows = await listRevisions(store, ANNA, { limit: 10 });
    expect(rows.map((row) => [row.number, row.author.kind, row.text])).toEqual([
      [3, 'person', '- b\n'],
      [2, 'import', '- foreign\n'],
      [1, 'person', '- a\n'],
    ]);
  });

  it('warns a person of what it refuses from an agent, and minds only what is new', async () => {
    const secret = '- my password is hunter2\n';
    expect(await put(secret, null)).toMatchObject({
      revision: 1,
      warnings: [/password/].map((pattern) => expect.stringMatching(pattern) as string),
    });
    const change = {
      kind: 'edit',
      oldText: secret,
      newText: `${secret}- harmless\n`,
      all: false,
    } as const;
    expect(await write(change, agent)).toMatchObject({ revision: 2 });
    expect(
      await write(
        { ...change, newText: `${secret}- the token is q1w2e3\n` },
        { ...agent, tool_call_id: 'c2' },
      ),
    ).toMatchObject({ refused: 'secret' });
  });

  it('keeps the newest revisions and their receipts, and removes older ones', async () => {
    for (let number = 1; number <= KEPT_REVISIONS + 3; number += 1) {
      const before = (await gate.read(ANNA)).receipt.sha256;
      const author = { ...agent, tool_call_id: `c${number}` };
      await put(`- ${number}\n`, before, author);
    }
    const rows = await store.search(revisionNamespace(ANNA), { limit: 1000 });
    const receipts = await store.search(receiptNamespace(ANNA), { limit: 1000 });
    expect([rows.length, receipts.length]).toEqual([KEPT_REVISIONS + 2, KEPT_REVISIONS]);
    const listed = await listRevisions(store, ANNA, { limit: 1000 });
    expect([listed.length, listed.at(0)?.number, listed.at(-1)?.number]).toEqual([200, 203, 4]);
    const page = await listRevisions(store, ANNA, { limit: 2, before: 100 });
    expect(page.map(({ number }) => number)).toEqual([99, 98]);
  });

  it('reads file formats of others, and refuses what is no text', async () => {
    const plant = (content: unknown) => store.put(memoryNamespace(ANNA), MEMORY_PATH, { content });
    await plant(['- a', '- b', '']);
    expect(await text()).toBe('- a\n- b\n');
    await plant(new TextEncoder().encode('\uFEFF- é\n'));
    expect(await text()).toBe('\uFEFF- é\n');
    for (const junk of [new Uint8Array([0xff, 0xfe]), 7, null, [1], undefined]) {
      await plant(junk);
      await expect(gate.read(ANNA)).rejects.toThrow('Memory observation unavailable');
      await expect(put('- new\n', null)).rejects.toThrow('Memory observation unavailable');
    }
  });

  it('does not write when the pointer to the newest revision is damaged', async () => {
    await store.put(revisionNamespace(ANNA), 'head', { revision: 'many' });
    await expect(put('- a\n', null)).rejects.toThrow('Memory observation unavailable');
  });
});

describe('the lock', () => {
  it('serializes one owner in order, lets others pass, and survives failures', async () => {
    const lock = createProcessLock();
    const log: string[] = [];
    const { promise: gateOpen, resolve: open } = Promise.withResolvers<undefined>();
    const first = lock.hold('a', async () => {
      log.push('a1 in');
      await gateOpen;
      log.push('a1 out');
      throw new Error('a1 failed');
    });
    const second = lock.hold('a', () => Promise.resolve(log.push('a2')));
    await lock.hold('b', () => Promise.resolve(log.push('b')));
    expect(log).toEqual(['a1 in', 'b']);
    open(undefined);
    await expect(first).rejects.toThrow('a1 failed');
    await second;
    expect(log).toEqual(['a1 in', 'b', 'a1 out', 'a2']);
  });
});
