import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { MemoryAuthor } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import { createGate, type MemoryGate } from '#graph/memory/gate';
import { createProcessLock } from '#graph/memory/lock';
import { KEPT_REVISIONS, listRevisions, readRevision } from '#graph/memory/revisions';

import { HttpError } from '../http/http-error.ts';
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { newScope } from '../testing/test-server.ts';
import { outsideRuns } from './outside-runs.ts';
import { OwnerMemory } from './owner-memory.ts';

let storage: Storage;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'writers-'));
  storage = await openSqliteStorage(directory);
});
afterAll(async () => {
  await storage.close();
  await rm(directory, { recursive: true });
});

/** What a writer came to: the revision it was told, and what that must hold. */
interface Told {
  readonly revision: number;
  readonly sha256: string | null;
  readonly kind: string;
  readonly changed: boolean;
}

type Writer = (mark: string) => Promise<Told | undefined>;

/** Writers of every kind, each on what it has read, as they are in the product. */
function writersOf(gate: MemoryGate, owner: MemoryScope): Record<string, Writer> {
  const memory = new OwnerMemory(storage.store, gate, owner);
  const read = async () => {
    const { text = '', receipt } = await gate.read(owner);
    return { text, sha256: receipt.sha256 };
  };
  const by = (kind: MemoryAuthor['kind']) => async (mark: string) => {
    const { text, sha256 } = await read();
    const author = { ...outsideRuns('person'), kind, thread_id: 't', tool_call_id: mark };
    const line = text.split('\n').find((each) => each !== '');
    const change =
      line === undefined
        ? ({ kind: 'replace', text: `- ${mark}\n`, basedOn: sha256 } as const)
        : ({ kind: 'edit', oldText: line, newText: `${line}\n- ${mark}`, all: false } as const);
    const outcome = await gate.write({ scope: owner, author, change, base: sha256 });
    if (outcome.refused !== undefined) return undefined;
    return { revision: outcome.revision, sha256: outcome.sha256, kind, changed: true };
  };
  const person =
    (kind: string, write: (mark: string) => ReturnType<OwnerMemory['edit']>): Writer =>
    async (mark) => ({ ...(await write(mark)), kind });
  return {
    agent: by('agent'),
    subagent: by('subagent'),
    edit: person('person', async (mark) => {
      const { text, sha256 } = await read();
      return memory.edit(`- ${mark}\n${text}`, sha256, outsideRuns('person'));
    }),
    import: person('import', async (mark) => {
      const { text, sha256 } = await read();
      return memory.edit(`${text}\n- ${mark}`, sha256, outsideRuns('import'));
    }),
    forget: person('person', async () => {
      const line = (await read()).text.split('\n').find((each) => each !== '') ?? '- none';
      return memory.forget(line, { occurrence: 1 }, outsideRuns('person'));
    }),
    undo: person('undo', async () => {
      const { head } = await gate.read(owner);
      const earlier = await readRevision(storage.store, owner, Math.max(1, head.revision - 1));
      if (earlier === undefined) throw new HttpError('not-found', 'Nothing to undo.');
      return memory.restore(earlier, undefined, outsideRuns('undo'));
    }),
  };
}

/** A refusal with a sentence is an honest outcome; anything else is a failure. */
async function tell(
  writers: Record<string, Writer>,
  kind: string,
  mark: string,
): Promise<Told | undefined> {
  try {
    return await writers[kind]?.(mark);
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return undefined;
    throw error;
  }
}

const KINDS = ['agent', 'subagent', 'edit', 'import', 'forget', 'undo'];

it('finds every accepted write in the history, whoever writes and however they interleave', async () => {
  const rounds = fc.array(fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(rounds, fc.scheduler(), async (plan, scheduler) => {
      const owner = newScope() as MemoryScope;
      const gate = createGate({ store: storage.store, lock: createProcessLock() });
      const writers = writersOf(scheduledReads(gate, scheduler), owner);
      const told: Told[] = [];
      for (const [round, kinds] of plan.entries()) {
        const all = Promise.all(
          kinds.map((kind, index) => tell(writers, kind, `${round}-${index}-${kind}`)),
        );
        await scheduler.waitFor(all);
        told.push(...(await all).filter((each) => each !== undefined));
      }
      const history = await listRevisions(storage.store, owner, { limit: KEPT_REVISIONS });
      const numbers = history.map(({ number }) => number);
      expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
      for (const { revision, sha256, kind, changed } of told) {
        if (revision === 0) continue;
        const row = history.find(({ number }) => number === revision);
        expect(row?.sha256).toBe(sha256);
        if (changed) expect(row?.author.kind).toBe(kind);
      }
      // No number was told to two writers that both changed something.
      const changes = told.filter(({ changed }) => changed).map(({ revision }) => revision);
      expect(new Set(changes).size).toBe(changes.length);
      const { text } = await gate.read(owner);
      expect(text ?? null).toBe(history[0]?.text ?? null);
    }),
    { numRuns: 60 },
  );
}, 60_000);

/** The same gate, every read of which resolves when the scheduler says. */
function scheduledReads(gate: MemoryGate, scheduler: fc.Scheduler): MemoryGate {
  return { ...gate, read: (scope) => scheduler.schedule(gate.read(scope)) };
}
