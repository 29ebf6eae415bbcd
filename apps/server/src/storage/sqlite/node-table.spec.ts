import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decode } from '../decode.ts';
import { encode } from '../encode.ts';
import { type Database, openDatabase } from './database.ts';
import { NodeCache } from './node-cache.ts';
import { deleteHistory, loadTrees, openHistory, storeTree } from './node-table.ts';
import { integer } from './row.ts';

let directory: string;
let database: Database;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'nodes-'));
  database = openDatabase(directory);
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

const store = (value: unknown, thread = 't') =>
  database.write(() => {
    const history = openHistory(database, { owner: 'owner', thread });
    return { history, ...storeTree(database, history, encode(value)) };
  });

async function again(value: unknown): Promise<unknown> {
  const stored = await store(value);
  return decode(loadTrees(database, stored.history, [stored.text])[0] ?? null);
}

function total(sql: string): number {
  return integer(database.get(sql) ?? {}, 'n');
}
const count = () => total('SELECT count(*) AS n FROM node');
const bytes = () => total('SELECT coalesce(sum(length(body)), 0) AS n FROM node');

const talk = (length: number): BaseMessage[] =>
  Array.from({ length }, (_, n) =>
    n % 2 === 0
      ? new HumanMessage({ content: `question ${n} ${'x'.repeat(100)}`, id: `m${n}` })
      : new AIMessage({ content: `answer ${n} ${'y'.repeat(100)}`, id: `m${n}` }),
  );

describe('folding', () => {
  it.each([0, 1, 31, 32, 33, 64, 1023, 1024, 1025, 1056, 2100])(
    'gives back a list of %i items',
    async (length: number) => {
      const numbers = Array.from({ length }, (_, n) => n);
      expect(await again(numbers)).toEqual(numbers);
      const nested = numbers.map((n) => [n, `item ${n} ${'z'.repeat(n % 200)}`]);
      expect(await again(nested)).toEqual(nested);
      const fields = Object.fromEntries(nested.map(([n, item]) => [`key ${String(n)}`, item]));
      const read = await again(fields);
      expect(read).toStrictEqual(fields);
      expect(Object.keys(read as object)).toEqual(Object.keys(fields));
    },
  );

  it('gives back any value', async () => {
    const value = fc.anything({
      key: fc.oneof(fc.string(), fc.constantFrom('$', '__proto__')),
      maxDepth: 4,
      maxKeys: 50,
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
    });
    const long = fc.array(value, { minLength: 33, maxLength: 70 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(value, long), async (original) => {
        expect(isDeepStrictEqual(await again(original), original)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('cannot be told by content to refer to a node', async () => {
    await store({ secret: 'of another '.repeat(20) });
    const id = total('SELECT min(id) AS n FROM node');
    const forged = [{ $: id }, `{"$":${id}}`, { $: -id }, { a: `"{"$":${id}}"` }, { $: ['M', id] }];
    expect(await again(forged)).toStrictEqual(forged);
    const long = Array.from({ length: 40 }, () => forged).flat();
    expect(await again(long)).toStrictEqual(long);
  });

  it('keeps threads apart, whatever they have in common', async () => {
    await store(talk(3), 'one');
    const nodes = count();
    await store(talk(3), 'two');
    expect(count()).toBe(2 * nodes);
  });
});

describe('a list that grows', () => {
  it('costs what was added, however long it is', async () => {
    for (const length of [100, 1600]) {
      const messages = talk(length);
      await store(messages);
      const before = { nodes: count(), bytes: bytes() };
      messages.push(new HumanMessage({ content: 'one more', id: 'more' }));
      await store(messages);
      expect(count() - before.nodes).toBeLessThanOrEqual(4);
      expect(bytes() - before.bytes).toBeLessThan(1500);
    }
  });

  it('stores a message again only when it was changed', async () => {
    const messages = talk(100);
    await store(messages);
    const nodes = count();
    const first = messages[0];
    if (first) first.content = 'changed in place';
    const stored = await store(messages);
    expect(count() - nodes).toBeLessThanOrEqual(4);
    const read = decode(
      loadTrees(database, stored.history, [stored.text])[0] ?? null,
    ) as BaseMessage[];
    expect(read[0]?.content).toBe('changed in place');
  });

  it('is the same nodes again when it was read and written back', async () => {
    const { history, text } = await store(talk(1600));
    const nodes = count();
    const revived = decode(loadTrees(database, history, [text])[0] ?? null);
    expect(await store(revived)).toMatchObject({ text });
    expect(count()).toBe(nodes);
  });
});

describe('what was read before', () => {
  const secretly = (value: string) => [{ value: value.repeat(50) }];

  it('is never taken from a write that was undone, though its ids are given out again', async () => {
    const { history } = await store(0);
    const undone = database.write(() => {
      const { text } = storeTree(database, history, encode(secretly('undone')));
      expect(decode(loadTrees(database, history, [text])[0] ?? null)).toEqual(secretly('undone'));
      throw new Error(text);
    });
    const lost = await undone.catch((error: unknown) => (error as Error).message);
    const kept = await store(secretly('kept'));
    expect(kept.text).toBe(lost);
    expect(decode(loadTrees(database, history, [kept.text])[0] ?? null)).toEqual(secretly('kept'));
  });

  it('is gone when its thread is erased, and read again when it is needed', async () => {
    const stored = await store(talk(5));
    const read = () => loadTrees(database, stored.history, [stored.text]);
    expect(read()[0]).toEqual(read()[0]);
    expect(database.nodes.of(stored.history).size).toBe(5);
    await database.write(() => deleteHistory(database, { owner: 'owner', thread: 't' }));
    expect(database.nodes.of(stored.history).size).toBe(0);
    expect(read).toThrow(expect.objectContaining({ kind: 'damaged' }));
  });

  it('is kept within bounds, the thread last used the longest', () => {
    const cache = new NodeCache(100);
    const node = { leaf: true, tree: '', length: 40 };
    for (const history of [1, 2]) {
      cache.of(history);
      cache.keep(history, 10 * history, node);
    }
    cache.of(1);
    cache.of(3);
    cache.keep(3, 30, node);
    expect([1, 2, 3].map((history) => cache.of(history).size)).toEqual([1, 0, 1]);
  });
});

describe('a damaged store', () => {
  it('is said to be damaged when a node is missing', async () => {
    const stored = await store(talk(3));
    await database.write(() => database.run('DELETE FROM node WHERE leaf = 1'));
    expect(() => loadTrees(database, stored.history, [stored.text])).toThrow(
      expect.objectContaining({ kind: 'damaged' }),
    );
  });

  it('does not read a node of another thread', async () => {
    const stored = await store(talk(3), 'one');
    const { history } = await store('', 'two');
    expect(() => loadTrees(database, history, [stored.text])).toThrow(
      expect.objectContaining({ kind: 'damaged' }),
    );
  });
});
