import { getWriter, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { afterEach, expect, it } from 'vitest';

import { trivialGraph } from '#graph/fixtures/graphs';

import { DEFAULT_LIMITS } from './engine-limits.ts';
import { EngineBench, OWNER, PATIENT, say } from './testing/engine-bench.ts';
import { ManualClock } from './testing/manual-clock.ts';

let bench: EngineBench;
afterEach(() => bench.close());

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
  const thread = await bench.thread();
  const body = { graph_id: 'telling', input: say('go'), stream_mode: ['custom'] };
  const { runId } = await bench.submit(thread, body);
  await bench.engine.ended(runId, PATIENT);
  expect(bench.filesHolding(TOLD)).not.toEqual([]);
  return thread;
}

it('leaves in no file what was told in events alone, with their thread', async () => {
  bench = await EngineBench.open({ telling: tellingGraph() });
  await bench.engine.deleteThread(OWNER, await told());
  expect(bench.filesHolding(TOLD)).toEqual([]);
});

it('leaves in no file what was told in events that have been pruned before', async () => {
  const clock = new ManualClock();
  const graphs = { telling: tellingGraph(), trivial: trivialGraph() };
  bench = await EngineBench.open(graphs, { clock });
  const thread = await told();
  clock.advance(DEFAULT_LIMITS.eventRetentionMs + 120_000);
  await bench.run(await bench.thread(), { graph_id: 'trivial', input: say('later') });
  const [run] = await bench.storage.runs.list(OWNER, thread, { limit: 1, offset: 0 });
  await expect.poll(async () => (await bench.events(run?.runId ?? '')).length).toBe(0);
  await bench.engine.deleteThread(OWNER, thread);
  expect(bench.filesHolding(TOLD)).toEqual([]);
});

it('leaves in no file what has expired in the store when the server starts', async () => {
  bench = await EngineBench.open({});
  // Over by the time anything can look at it.
  const put = { namespace: ['notes'], key: 'k', value: { told: TOLD }, ttlMs: 0.001 };
  await bench.storage.store.batch([put]);
  expect(bench.filesHolding(TOLD)).not.toEqual([]);
  await bench.restart({});
  expect(bench.filesHolding(TOLD)).toEqual([]);
});
