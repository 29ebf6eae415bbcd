import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InMemoryStore, type Operation } from '@langchain/langgraph-checkpoint';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { SqliteStore } from './store.ts';

let directory: string;
let database: Database;
let store: SqliteStore;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'store-'));
  database = openDatabase(directory);
  store = new SqliteStore(database);
});

afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

describe('beside the in-memory store', () => {
  const label = fc.constantFrom('a', 'b', 'u1', 'u10', '%', '_', '*x', 'é', '"', ']', '😀');
  const namespace = fc.array(label, { minLength: 1, maxLength: 3 });
  const key = fc.constantFrom('k', 'K', '%', '', '\u0000', '/memories/AGENTS.md', '__proto__');
  const scalar = fc.constantFrom<unknown>(1, 2, 2.5, -1, 'x', 'y', true, null);
  const value = fc.record({ n: scalar, s: scalar }, { requiredKeys: [] });
  // Numbers only: the in-memory store turns every operand into a number before it compares.
  const condition = fc.oneof(
    scalar,
    fc.record({ $eq: scalar }),
    fc.record({ $ne: scalar }),
    fc.record({ $gt: fc.constant(1), $lte: fc.constant(2) }),
  );
  const numbers = fc.record({ n: fc.constantFrom(1, 2, 2.5, -1) });
  const operation = fc.oneof(
    { weight: 3, arbitrary: fc.record({ namespace, key, value: fc.oneof(value, numbers) }) },
    fc.record({ namespace, key, value: fc.constant(null) }),
    fc.record({ namespace, key }),
    fc.record({
      namespacePrefix: fc.array(label, { maxLength: 3 }),
      filter: fc.dictionary(fc.constantFrom('s'), fc.oneof(scalar, fc.record({ $ne: scalar }))),
      limit: fc.constant(1000),
    }),
    fc.record({
      namespacePrefix: fc.array(label, { maxLength: 1 }),
      filter: fc.record({ s: condition }),
      limit: fc.constant(1000),
    }),
    fc.record({
      matchConditions: fc.array(
        fc.record({
          matchType: fc.constantFrom('prefix' as const, 'suffix' as const),
          path: fc.array(fc.oneof(label, fc.constant('*')), { maxLength: 3 }),
        }),
        { maxLength: 2 },
      ),
      maxDepth: fc.constantFrom(1, 2, 3),
      limit: fc.constant(1000),
      offset: fc.constant(0),
    }),
  );

  /** Results without their order and times, and without namespaces that were emptied again. */
  const comparable = (result: unknown): unknown => {
    if (!Array.isArray(result)) return strip(result);
    return result.map((entry) => JSON.stringify(strip(entry))).sort();
  };
  const strip = (entry: unknown): unknown => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry ?? null;
    const { namespace, key, value } = entry as Record<string, unknown>;
    const fields = Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
    return [namespace, key, fields];
  };

  it('does the same, one operation at a time', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
        round += 1;
        const root = `round ${round}`;
        const memory = new InMemoryStore();
        for (const each of operations) {
          const rooted = withRoot(each, root);
          // The in-memory store goes on listing a namespace whose last item is gone.
          if ('value' in rooted && rooted.value === null && !(await stays(memory, rooted)))
            continue;
          const [ours] = await store.batch([rooted]);
          const [theirs] = await memory.batch([rooted]);
          expect(comparable(ours)).toEqual(comparable(theirs));
        }
      }),
      { numRuns: 60 },
    );
  });

  async function stays(memory: InMemoryStore, { namespace }: { namespace: string[] }) {
    const found = await memory.search(namespace, { limit: 1000 });
    return found.filter((item) => item.namespace.length === namespace.length).length > 1;
  }

  function withRoot(operation: object, root: string): Operation {
    const entries = Object.entries(operation).map(([name, part]: [string, unknown]) => {
      if (name === 'namespace' || name === 'namespacePrefix')
        return [name, [root, ...(part as string[])]];
      if (name === 'maxDepth') return [name, Number(part) + 1];
      if (name !== 'matchConditions') return [name, part];
      return [name, [{ matchType: 'prefix', path: [root] }, ...(part as object[])]];
    });
    return Object.fromEntries(entries) as Operation;
  }
});
