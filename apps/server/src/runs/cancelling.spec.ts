import { afterEach, expect, it } from 'vitest';

import { endlessGraph, pausingGraph } from '#graph/fixtures/graphs';

import type { RunTable, Storage } from '../storage/storage.ts';
import { ObedientGraph } from './testing/obedient-graph.ts';
import { door, type Door } from './testing/door.ts';
import { EngineBench, OWNER, PATIENT, say } from './testing/engine-bench.ts';

let bench: EngineBench;
afterEach(() => bench.close());

/** Storage in which a run cannot be ended before a door is opened. */
function endingBehind({ opened }: Door) {
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
  const [started, ending] = [door(), door()];
  const graphs = { endless: endlessGraph(started.open) };
  bench = await EngineBench.open(graphs, { wrap: endingBehind(ending) });
  const thread = await bench.thread();
  const { runId } = await bench.submit(thread, { graph_id: 'endless', input: say('wait') });
  await started.opened;
  await bench.engine.requestCancel(OWNER, thread, runId, 'interrupt');
  expect(await bench.storage.runs.find(runId)).toMatchObject({
    status: 'running',
    cancel: 'interrupt',
  });
  expect(await bench.threadStatus(thread)).toBe('busy');
  ending.open();
  expect(await bench.engine.ended(runId, PATIENT)).toMatchObject({ status: 'interrupted' });
  expect(await bench.threadStatus(thread)).toBe('idle');
});

it('ends every open run of an owner that is that far, and begins none of them meanwhile', async () => {
  const started = door();
  let heard = 0;
  const note = () => void (heard += 1);
  const graphs = { pausing: pausingGraph(['wait'], { started: started.open, heard: note }) };
  bench = await EngineBench.open(graphs);
  const [thread, foreign] = [await bench.thread(), await bench.thread('another')];
  const body = { graph_id: 'pausing', input: say('wait') };
  const first = await bench.submit(thread, body);
  const theirs = await bench.submit(foreign, body, { owner: 'another' });
  await started.opened;
  const queued = [];
  for (const text of ['a', 'b'])
    queued.push(await bench.submit(thread, { graph_id: 'pausing', input: say(text) }));
  const statusOf = async (runId: string) => (await bench.storage.runs.find(runId))?.status;

  await bench.engine.cancelOpen(OWNER, 'pending', 'interrupt');
  expect(await statusOf(first.runId)).toBe('running');
  for (const { runId } of queued) expect(await statusOf(runId)).toBe('interrupted');

  queued.push(await bench.submit(thread, { graph_id: 'pausing', input: say('c') }));
  await bench.engine.cancelOpen(OWNER, 'all', 'interrupt');
  for (const { runId } of [first, ...queued]) expect(await statusOf(runId)).toBe('interrupted');
  expect(heard).toBe(0);
  expect(await statusOf(theirs.runId)).toBe('running');
});

it('lets a question wait again when the run that was to answer it is stopped', async () => {
  const obedient = new ObedientGraph();
  const graphs = { it: obedient.graph };
  bench = await EngineBench.open(graphs);
  const thread = await bench.thread();
  const asking = await bench.submit(thread, { graph_id: 'it', input: say('go') });
  obedient.order(asking.runId, 'ask');
  await bench.engine.ended(asking.runId, PATIENT);
  const resume = { graph_id: 'it', command: { resume: 'yes' } };
  const stopped = await bench.submit(thread, resume);
  await obedient.started(stopped.runId);
  await bench.engine.cancel(OWNER, thread, stopped.runId, 'interrupt');
  expect(await bench.threadStatus(thread)).toBe('interrupted');

  // The same where the wish to stop was noted, and the process died.
  const noted = await bench.submit(thread, resume);
  await obedient.started(noted.runId);
  await bench.storage.runs.requestCancel(noted.runId, 'interrupt');
  await bench.restart(graphs);
  expect(await bench.threadStatus(thread)).toBe('interrupted');

  const answered = await bench.submit(thread, resume);
  obedient.order(answered.runId, 'ask');
  await bench.engine.ended(answered.runId, PATIENT);
  expect(await bench.threadStatus(thread)).toBe('idle');
});
