import { getWriter, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { afterEach, expect, it } from 'vitest';

import { trivialGraph } from '#graph/fixtures/graphs';

import { DEFAULT_LIMITS } from './engine-limits.ts';
import { EngineHarness, OWNER, PATIENT, say } from './testing/engine-harness.ts';
import { ManualClock } from './testing/manual-clock.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

/** Short enough to stand in a row by itself, apart from any node. */
const TOLD = 'kx93q';

/** Tells a word in an event alone: no checkpoint ever holds it. */
function tellingGraph() {
  return new StateGraph(MessagesAnnotation)
    .addNode('tell', () => {
      getWriter()?.({ told: TOLD });
      return {};
    })
    .addEdge('__start__', 'tell')
    .compile();
}

async function told(): Promise<string> {
  const thread = await harness.thread();
  const body = { graph_id: 'telling', input: say('go'), stream_mode: ['custom'] };
  const { runId } = await harness.submit(thread, body);
  await harness.engine.ended(runId, PATIENT);
  expect(harness.filesHolding(TOLD)).not.toEqual([]);
  return thread;
}

it('leaves in no file what was told in events alone, with their thread', async () => {
  harness = await EngineHarness.open({ telling: tellingGraph() });
  await harness.engine.deleteThread(OWNER, await told());
  expect(harness.filesHolding(TOLD)).toEqual([]);
});

it('leaves in no file what was told in events that have been pruned before', async () => {
  const clock = new ManualClock();
  const graphs = { telling: tellingGraph(), trivial: trivialGraph() };
  harness = await EngineHarness.open(graphs, { clock });
  const thread = await told();
  clock.advance(DEFAULT_LIMITS.eventRetentionMs + 120_000);
  await harness.run(await harness.thread(), { graph_id: 'trivial', input: say('later') });
  const [run] = await harness.storage.runs.list(OWNER, thread, { limit: 1, offset: 0 });
  await expect.poll(async () => (await harness.events(run?.runId ?? '')).length).toBe(0);
  await harness.engine.deleteThread(OWNER, thread);
  expect(harness.filesHolding(TOLD)).toEqual([]);
});

it('leaves in no file what has expired in the store when the server starts', async () => {
  harness = await EngineHarness.open({});
  // Over by the time anything can look at it.
  const put = { namespace: ['notes'], key: 'k', value: { told: TOLD }, ttlMs: 0.001 };
  await harness.storage.store.batch([put]);
  expect(harness.filesHolding(TOLD)).not.toEqual([]);
  await harness.restart({});
  expect(harness.filesHolding(TOLD)).toEqual([]);
});
