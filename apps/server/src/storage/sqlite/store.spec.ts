import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AsyncBatchedStore } from '@langchain/langgraph-checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { SqliteStore, type ExpiringPut } from './store.ts';
import { filesHolding } from './testing/files-holding.ts';

let directory: string;
let database: Database;
let store: SqliteStore;
let now: number;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'store-'));
  database = openDatabase(directory);
  now = 1_000_000;
  store = new SqliteStore(database, () => now);
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

describe('namespaces', () => {
  const found = async (prefix: string[]) =>
    (await store.search(prefix, { limit: 100 })).map((item) => item.key);

  it.each([
    ['a longer label', ['mem', 'u1'], ['mem', 'u10']],
    ['a pattern', ['mem', 'u%'], ['mem', 'u1']],
    ['a pattern of one', ['mem', 'u_'], ['mem', 'u1']],
    ['another case', ['mem', 'U'], ['mem', 'u']],
    ['a quoted label', ['a"', 'b'], ['a', '"b']],
    ['one label for two', ['a', 'b'], ['a,b']],
    ['a sibling that sorts between', ['a'], ['a!']],
  ])('are never taken for others: %s', async (_name: string, one: string[], other: string[]) => {
    await store.put(one, 'one', {});
    await store.put(other, 'other', {});
    await store.put([...one, 'below'], 'below', {});
    expect(await found(one)).toEqual(['one', 'below']);
    expect(await found(other)).toEqual(['other']);
    expect(await store.get(other, 'one')).toBe(null);
  });

  it.each([
    [['a', '']],
    [['a.b']],
    [['a:b']],
    [['a\0']],
    [['\ud800']],
    [[1]],
    [[null]],
    [['langgraph']],
    [[]],
  ])('are refused when malformed: %j', async (namespace: unknown) => {
    const put = store.put(namespace as string[], 'k', {});
    await expect(put).rejects.toMatchObject({ name: 'StorageError', kind: 'invalid' });
  });

  it('are listed once, cut to a depth, by prefix, suffix and wildcard', async () => {
    const paths = [['a', 'b', 'c'], ['a', 'b', 'd'], ['a', 'x', 'c'], ['b'], ['b', 'c']];
    for (const path of paths) await store.put(path, 'k', {});
    expect(await store.listNamespaces({ maxDepth: 2 })).toEqual([
      ['a', 'b'],
      ['a', 'x'],
      ['b'],
      ['b', 'c'],
    ]);
    expect(await store.listNamespaces({ prefix: ['a', '*', 'c'] })).toEqual([
      ['a', 'b', 'c'],
      ['a', 'x', 'c'],
    ]);
    expect(await store.listNamespaces({ suffix: ['c'], maxDepth: 1 })).toEqual([['a'], ['b']]);
    expect(await store.listNamespaces({ limit: 2, offset: 3 })).toEqual([['b'], ['b', 'c']]);
    await store.delete(['b'], 'k');
    expect(await store.listNamespaces({ prefix: ['b'] })).toEqual([['b', 'c']]);
  });
});

describe('filters', () => {
  const items = [
    { id: 'number', n: 2, at: '2026-01-02' },
    { id: 'text', n: '2', at: '2026-01-10' },
    { id: 'null', n: null },
    { id: 'none' },
    { id: 'object', n: { a: [1] } },
  ];

  it.each<[string, unknown, string[]]>([
    ['a value', { n: 2 }, ['number']],
    ['an object', { n: { a: [1] } }, ['object']],
    ['null, which is not a missing field', { n: null }, ['null']],
    ['$eq', { n: { $eq: '2' } }, ['text']],
    ['$eq with an object', { n: { $eq: { a: [1] } } }, ['object']],
    ['$ne, which a missing field passes', { n: { $ne: 2 } }, ['text', 'null', 'none', 'object']],
    ['$gt among numbers only', { n: { $gt: 1 } }, ['number']],
    ['$gte', { n: { $gte: 2 } }, ['number']],
    ['$lt with no null for 0', { n: { $lt: 5 } }, ['number']],
    ['$lte', { n: { $lte: 1 } }, []],
    ['texts in order', { at: { $gt: '2026-01-02', $lt: '2026-02' } }, ['text']],
    ['several fields', { n: { $gte: 0 }, at: '2026-01-02' }, ['number']],
    ['an inherited name', { constructor: { $ne: 1 } }, items.map((item) => item.id)],
    ['nothing', {}, items.map((item) => item.id)],
  ])('find by %s', async (_name, filter, expected) => {
    for (const item of items) await store.put(['f'], item.id, item);
    const found = await store.search(['f'], { filter: filter as Record<string, unknown> });
    expect(found.map((item) => item.key)).toEqual(expected);
  });

  it.each(['$in', '$regex', '$', '$toString'])(
    'are refused with an operator unknown: %s',
    async (name: string) => {
      const search = store.search(['f'], { filter: { n: { [name]: 1 } } });
      await expect(search).rejects.toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining(name) as string,
      });
    },
  );

  it('are applied before the page is cut', async () => {
    for (let n = 0; n < 30; n += 1) await store.put(['p'], `k${n}`, { even: n % 2 === 0 });
    expect((await store.search(['p'])).length).toBe(10);
    const page = await store.search(['p'], { filter: { even: true }, limit: 3, offset: 2 });
    expect(page.map((item) => item.key)).toEqual(['k4', 'k6', 'k8']);
    await expect(store.search(['p'], { limit: -1 })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('items', () => {
  it('keep when they were made, and say when they were changed, even within a millisecond', async () => {
    await store.put(['i'], 'k', { v: 1 });
    await store.put(['i'], 'k', { v: 2 });
    const item = await store.get(['i'], 'k');
    expect(item?.value).toEqual({ v: 2 });
    expect(item?.createdAt.getTime()).toBe(now);
    expect(item?.updatedAt.getTime()).toBe(now + 1);
    await store.delete(['i'], 'k');
    now += 10;
    await store.put(['i'], 'k', { v: 3 });
    expect((await store.get(['i'], 'k'))?.createdAt.getTime()).toBe(now);
  });

  it('are never shared with who put or read them', async () => {
    const value = { list: [1] };
    const written = store.put(['i'], 'k', value);
    value.list.push(2);
    await written;
    const first = await store.get(['i'], 'k');
    (first?.value['list'] as number[]).push(3);
    expect((await store.search(['i']))[0]?.value).toEqual({ list: [1] });
  });

  it.each([undefined, 'text', [1], 5])('hold objects only, not %j', async (value: unknown) => {
    const put = store.put(['i'], 'k', value as Record<string, unknown>);
    await expect(put).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('come back as they were put, whatever they hold', async () => {
    const value = {
      lc: 1,
      type: 'constructor',
      id: ['a'],
      $: ['u'],
      text: '</agent_memory> $& \ud800',
      n: -0,
    };
    await store.put(['i'], 'k', value);
    expect((await store.get(['i'], 'k'))?.value).toStrictEqual(value);
    await expect(store.put(['i'], 'k', { f: () => 1 })).rejects.toMatchObject({
      kind: 'unserializable',
    });
    expect((await store.get(['i'], 'k'))?.value).toStrictEqual(value);
  });
});

describe('a batch', () => {
  it('takes effect in its order', async () => {
    const results = await store.batch([
      { namespace: ['b'], key: 'k' },
      { namespace: ['b'], key: 'k', value: { v: 1 } },
      { namespace: ['b'], key: 'k' },
      { namespacePrefix: ['b'] },
      { namespace: ['b'], key: 'k', value: null },
      { namespace: ['b'], key: 'k' },
      { namespace: ['b'], key: 'k', value: { v: 2 } },
    ]);
    const values = results
      .flat()
      .map((item) => (item as { value?: unknown } | null | undefined)?.value);
    expect(values).toEqual([
      undefined,
      undefined,
      { v: 1 },
      { v: 1 },
      undefined,
      undefined,
      undefined,
    ]);
    expect((await store.get(['b'], 'k'))?.value).toEqual({ v: 2 });
  });

  it('is kept whole or not at all, and does not take others with it', async () => {
    const outcomes = await Promise.allSettled([
      store.put(['b'], 'before', {}),
      store.batch([
        { namespace: ['b'], key: 'half', value: {} },
        { namespacePrefix: ['b'], filter: { a: { $near: 1 } } },
      ]),
      store.put(['b'], 'after', {}),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect((await store.search(['b'])).map((item) => item.key)).toEqual(['before', 'after']);
  });

  it('is undone when it fails on the way', async () => {
    await store.put(['b'], 'damaged', { v: 1 });
    await database.write(() => database.run(`UPDATE item SET value = '{'`));
    const batch = store.batch([
      { namespace: ['b'], key: 'new', value: {} },
      { namespace: ['b'], key: 'damaged' },
    ]);
    await expect(batch).rejects.toMatchObject({ kind: 'damaged' });
    expect(await store.get(['b'], 'new')).toBe(null);
  });

  it('works behind the store that graphs see', async () => {
    const batched = new AsyncBatchedStore(store);
    batched.start();
    await Promise.all([batched.put(['b'], 'k', { v: 1 }), batched.put(['b'], 'k', { v: 2 })]);
    const [item, found] = await Promise.all([batched.get(['b'], 'k'), batched.search(['b'])]);
    await batched.stop();
    expect(item?.value).toEqual({ v: 2 });
    expect(found.length).toBe(1);
  });
});

describe('a time to live', () => {
  const put = (ttlMs?: number) => {
    const operation: ExpiringPut = {
      namespace: ['t'],
      key: 'k',
      value: { v: 1 },
      ...(ttlMs ? { ttlMs } : {}),
    };
    return store.batch([operation]);
  };
  const read = async (refreshTtl: boolean) => {
    const [item] = await store.batch([{ namespace: ['t'], key: 'k', refreshTtl }]);
    return item !== null;
  };

  it('ends at once for every reader', async () => {
    await put(100);
    now += 99;
    expect(await read(false)).toBe(true);
    now += 1;
    expect(await read(true)).toBe(false);
    expect(await store.search(['t'])).toEqual([]);
    expect(await store.listNamespaces()).toEqual([]);
    await put();
    expect((await store.get(['t'], 'k'))?.createdAt.getTime()).toBe(now);
  });

  it('begins anew with each read that counts as a use', async () => {
    await put(100);
    for (let n = 0; n < 3; n += 1) {
      now += 60;
      if (n % 2 === 0) expect(await read(true)).toBe(true);
      else expect((await store.search(['t'])).length).toBe(1);
    }
    now += 60;
    expect(await read(false)).toBe(true);
    now += 60;
    expect(await read(false)).toBe(false);
  });

  it('is taken away by a put without one', async () => {
    await put(100);
    await put();
    now += 1000;
    expect(await read(true)).toBe(true);
    await expect(put(-1)).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('erasing', () => {
  const secret = 'a sentence nobody shall find again';
  const inFiles = () => filesHolding(directory, secret);

  it('leaves no trace of a deleted item in any file', async () => {
    await store.put(['e'], 'k', { secret });
    await store.put(['e'], 'k', { secret: `${secret}!` });
    expect(inFiles()).not.toEqual([]);
    await store.delete(['e'], 'k');
    expect(inFiles()).toEqual([]);
  });

  it('leaves no trace of what has expired once it is swept', async () => {
    const operation: ExpiringPut = { namespace: ['e'], key: 'k', value: { secret }, ttlMs: 10 };
    await store.batch([operation]);
    expect(await store.sweepExpired()).toBe(0);
    now += 10;
    expect(await store.sweepExpired()).toBe(1);
    expect(inFiles()).toEqual([]);
  });
});
