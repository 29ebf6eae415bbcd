import { afterEach, expect, it } from 'vitest';

import { endlessGraph, pausingGraph } from '#graph/fixtures/graphs';

import type { RunTable, Storage } from '../storage/storage.ts';
import { ObedientGraph } from './testing/obedient-graph.ts';
import { latch, type Latch } from './testing/latch.ts';
import { EngineHarness, OWNER, PATIENT, say } from './testing/engine-harness.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

/** Storage in which a run cannot be ended before a latch is opened. */
function endingBehind({ opened }: Latch) {
  return (storage: Storage): Storage => ({
    ...storage,
    runs: new Proxy(storage.runs, {
      get(runs, name) {
        if (name === 'finish')
          return (...call: Parameters<RunTable['finish']>) =>
            opened.then(() => runs.finish(...call));
        const member: unknown = Reflect.get(runs, name);
        return typeof member === 'function' ? (member.bind(runs) as unknown) : member;
      },
    }),
  });
}

it('notes a wish to cancel without waiting for the run to stop', async () => {
  const [started, ending] = [latch(), latch()];
  const graphs = { endless: endlessGraph(started.open) };
  harness = await EngineHarness.open(graphs, { wrap: endingBehind(ending) });
  const thread = await harness.thread();
  const { runId } = await harness.submit(thread, { graph_id: 'endless', input: say('wait') });
  await started.opened;
  await harness.engine.requestCancel(OWNER, thread, runId, 'interrupt');
  expect(await harness.storage.runs.find(runId)).toMatchObject({
    status: 'running',
    cancel: 'interrupt',
  });
  expect(await harness.threadStatus(thread)).toBe('busy');
  ending.open();
  expect(await harness.engine.ended(runId, PATIENT)).toMatchObject({ status: 'interrupted' });
  expect(await harness.threadStatus(thread)).toBe('idle');
});

it('ends every open run of an owner that is that far, and begins none of them meanwhile', async () => {
  const started = latch();
  let heard = 0;
  const note = () => void (heard += 1);
  const graphs = { pausing: pausingGraph(['wait'], { started: started.open, heard: note }) };
  harness = await EngineHarness.open(graphs);
  const [thread, foreign] = [await harness.thread(), await harness.thread('another')];
  const body = { graph_id: 'pausing', input: say('wait') };
  const first = await harness.submit(thread, body);
  const theirs = await harness.submit(foreign, body, { owner: 'another' });
  await started.opened;
  const queued = [];
  for (const text of ['a', 'b'])
    queued.push(await harness.submit(thread, { graph_id: 'pausing', input: say(text) }));
  const statusOf = async (runId: string) => (await harness.storage.runs.find(runId))?.status;

  await harness.engine.cancelOpen(OWNER, 'pending', 'interrupt');
  expect(await statusOf(first.runId)).toBe('running');
  for (const { runId } of queued) expect(await statusOf(runId)).toBe('interrupted');

  queued.push(await harness.submit(thread, { graph_id: 'pausing', input: say('c') }));
  await harness.engine.cancelOpen(OWNER, 'all', 'interrupt');
  for (const { runId } of [first, ...queued]) expect(await statusOf(runId)).toBe('interrupted');
  expect(heard).toBe(0);
  expect(await statusOf(theirs.runId)).toBe('running');
});

it('lets a question wait again when the run that was to answer it is stopped', async () => {
  const obedient = new ObedientGraph();
  const graphs = { it: obedient.graph };
  harness = await EngineHarness.open(graphs);
  const thread = await harness.thread();
  const asking = await harness.submit(thread, { graph_id: 'it', input: say('go') });
  obedient.order(asking.runId, 'ask');
  await harness.engine.ended(asking.runId, PATIENT);
  const resume = { graph_id: 'it', command: { resume: 'yes' } };
  const stopped = await harness.submit(thread, resume);
  await obedient.started(stopped.runId);
  await harness.engine.cancel(OWNER, thread, stopped.runId, 'interrupt');
  expect(await harness.threadStatus(thread)).toBe('interrupted');

  // The same where the wish to stop was noted, and the process died.
  const noted = await harness.submit(thread, resume);
  await obedient.started(noted.runId);
  await harness.storage.runs.requestCancel(noted.runId, 'interrupt');
  await harness.restart(graphs);
  expect(await harness.threadStatus(thread)).toBe('interrupted');

  const answered = await harness.submit(thread, resume);
  obedient.order(answered.runId, 'ask');
  await harness.engine.ended(answered.runId, PATIENT);
  expect(await harness.threadStatus(thread)).toBe('idle');
});
