import { afterEach, describe, expect, it } from 'vitest';

import { endlessGraph, speakingGraph, steppingGraph, trivialGraph } from '#graph/fixtures/graphs';

import { EngineBench, PATIENT, say } from './testing/engine-bench.ts';
import { ManualClock } from './testing/manual-clock.ts';

let bench: EngineBench;
afterEach(() => bench.close());

describe('a run', () => {
  it('keeps what was said, tells its events and leaves the thread idle', async () => {
    const trivial = trivialGraph();
    bench = await EngineBench.open({ trivial });
    const thread = await bench.thread();
    const run = await bench.submit(thread, {
      graph_id: 'trivial',
      input: say('hello'),
      stream_mode: ['values', 'updates'],
    });
    expect(run.status).toBe('pending');
    const ended = await bench.engine.ended(run.runId, PATIENT);
    expect(ended).toMatchObject({ status: 'success', attempt: 1 });
    expect(await bench.texts(trivial, thread)).toEqual(['hello', 'heard: hello']);
    expect(await bench.threadStatus(thread)).toBe('idle');
    const events = await bench.events(run.runId);
    expect(events.map(({ event }) => event)).toEqual(['metadata', 'values', 'updates', 'values']);
    expect(events.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    expect(events[0]?.data).toEqual({ run_id: run.runId, attempt: 1 });
    expect(events[3]?.data).toMatchObject({
      messages: [{ type: 'human', content: 'hello', id: 'said-hello' }, { type: 'ai' }],
    });
  });
});
