import { afterEach, expect, it } from 'vitest';

import { endlessGraph, trivialGraph } from '#graph/fixtures/graphs';

import { DEFAULT_LIMITS } from './engine-limits.ts';
import { latch } from './testing/latch.ts';
import { EngineHarness, OWNER, PATIENT, say } from './testing/engine-harness.ts';
import { ManualClock } from './testing/manual-clock.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

/** A run as the routes make it that know no thread: its thread has its id. */
async function temporaryRun(graph: string, on_completion: 'delete' | 'keep' = 'delete') {
  const runId = await harness.thread();
  const request = { graph_id: graph, input: say('hello'), on_completion };
  await harness.submit(runId, request, { runId });
  return runId;
}

const threads = () => harness.storage.threads.count(OWNER, {});

it('are erased at the next start when the process died before it could', async () => {
  const graphs = { trivial: trivialGraph() };
  harness = await EngineHarness.open(graphs);
  const gone = await temporaryRun('trivial');
  const kept = await temporaryRun('trivial', 'keep');
  // A thread of a person's own is never taken for one, whatever its runs ask for.
  const own = await harness.thread();
  const asked = { graph_id: 'trivial', input: say('hello'), on_completion: 'delete' };
  const { runId } = await harness.submit(own, asked);
  for (const run of [gone, kept, runId]) await harness.engine.ended(run, PATIENT);
  await harness.restart(graphs);
  expect(await harness.storage.threads.get(OWNER, gone)).toBeUndefined();
  expect(await harness.storage.threads.get(OWNER, kept)).toBeDefined();
  expect(await harness.storage.threads.get(OWNER, own)).toBeDefined();
});

it('can be rejoined after a restart, and are erased with the events', async () => {
  const started = latch();
  harness = await EngineHarness.open({ it: endlessGraph(started.open) });
  const runId = await temporaryRun('it');
  await started.opened;
  const clock = new ManualClock();
  await harness.restart({ it: trivialGraph() }, { clock });
  await harness.engine.ended(runId, PATIENT);
  expect((await harness.events(runId)).at(-1)?.event).toBe('values');
  await expect.poll(() => clock.waiting).toBe(1);
  clock.advance(DEFAULT_LIMITS.eventRetentionMs - 1);
  expect(await threads()).toBe(1);
  clock.advance(1);
  await expect.poll(threads).toBe(0);
});
