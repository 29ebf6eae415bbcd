import { describe, expect, it } from 'vitest';

import type { HighlightJob } from './highlight-job';
import { Highlighter, LONGEST_CODE, type HighlightWorker } from './highlighter';

const RUNS = [{ kind: 'keyword', text: 'const' }];

/** Workers whose answers, and a clock whose hands, the test moves. */
function setUp() {
  const workers: (HighlightWorker & { jobs: HighlightJob[]; ended: boolean })[] = [];
  const timers = new Set<() => void>();
  const highlighter = new Highlighter({
    createWorker() {
      const worker = {
        onmessage: null,
        onerror: null,
        jobs: [] as HighlightJob[],
        ended: false,
        postMessage: (job: HighlightJob) => void worker.jobs.push(job),
        terminate: () => void (worker.ended = true),
      };
      workers.push(worker);
      return worker;
    },
    after(_milliseconds, callback) {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  });
  const answer = (place: number) =>
    workers[place]?.onmessage?.(new MessageEvent('message', { data: { runs: RUNS } }));
  const runOut = () => {
    for (const callback of timers) callback();
    timers.clear();
  };
  return { answer, highlighter, runOut, timers, workers };
}

describe('the highlighter', () => {
  it('asks one worker, one block at a time', async () => {
    const { answer, highlighter, timers, workers } = setUp();
    const [first, second] = [highlighter.highlight('a', 'ts'), highlighter.highlight('b', 'py')];
    await expect.poll(() => workers[0]?.jobs).toEqual([{ code: 'a', language: 'typescript' }]);
    answer(0);
    expect(await first).toEqual(RUNS);
    await expect.poll(() => workers[0]?.jobs).toHaveLength(2);
    answer(0);
    expect(await second).toEqual(RUNS);
    expect([workers.length, timers.size]).toEqual([1, 0]);
  });

  it('gives a block up that outlasts its budget, and colours the next one', async () => {
    const { answer, highlighter, runOut, workers } = setUp();
    const endless = highlighter.highlight('word'.repeat(100), 'ts');
    const next = highlighter.highlight('const', 'ts');
    await expect.poll(() => workers[0]?.jobs).toHaveLength(1);
    runOut();
    expect(await endless).toBeUndefined();
    expect(workers[0]?.ended).toBe(true);
    await expect.poll(() => workers[1]?.jobs).toHaveLength(1);
    answer(1);
    expect(await next).toEqual(RUNS);
  });

  it('leaves code plain when the worker cannot be loaded, and tries again for the next', async () => {
    const { answer, highlighter, timers, workers } = setUp();
    const first = highlighter.highlight('a', 'ts');
    await expect.poll(() => workers[0]?.jobs).toHaveLength(1);
    workers[0]?.onerror?.(new Event('error') as ErrorEvent);
    expect(await first).toBeUndefined();
    expect(timers.size).toBe(0);
    const second = highlighter.highlight('b', 'ts');
    await expect.poll(() => workers[1]?.jobs).toHaveLength(1);
    answer(1);
    expect(await second).toEqual(RUNS);
  });

  it('asks nobody about a language it does not know, or code that is too long', async () => {
    const { highlighter, workers } = setUp();
    expect(await highlighter.highlight('a', 'brainf')).toBeUndefined();
    expect(await highlighter.highlight('a'.repeat(LONGEST_CODE + 1), 'ts')).toBeUndefined();
    expect(workers).toEqual([]);
  });
});
