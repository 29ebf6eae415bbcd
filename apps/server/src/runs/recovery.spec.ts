import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { afterEach, describe, expect, it } from 'vitest';

import {
  askingGraph,
  endlessGraph,
  pausingGraph,
  speakingGraph,
  steppingGraph,
  trivialGraph,
} from '#graph/fixtures/graphs';

import type { JsonObject } from '../storage/storage.ts';
import { latch } from './testing/latch.ts';
import { dyingAfter } from './testing/dying-storage.ts';
import { EngineHarness, OWNER, PATIENT, say } from './testing/engine-harness.ts';
import { ManualClock } from './testing/manual-clock.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

/** More checkpoint writes than any run here makes. */
const MANY = 40;

/** Of three steps, the one that was under way may run again; none that was committed may. */
const ONE_REPEATED = 4;

/**
 * Kills the process after every single checkpoint write of a run, one after the other, and takes
 * the run up again each time. Replies how many writes there were.
 */
async function killedAfterEveryWrite(
  graphs: Record<string, unknown>,
  before: (harness: EngineHarness, thread: string) => Promise<JsonObject>,
  expected: (thread: string) => Promise<void>,
): Promise<number> {
  for (let writes = 0; writes < MANY; writes += 1) {
    harness = await EngineHarness.open(graphs);
    const thread = await harness.thread();
    const request = await before(harness, thread);
    const { dead, wrap } = dyingAfter(writes);
    await harness.restart(graphs, { wrap, clock: new ManualClock() });
    const { runId } = await harness.submit(thread, request);
    const died = await Promise.race([
      dead.then(() => true),
      harness.engine.ended(runId, PATIENT).then(() => false),
    ]);
    await harness.restart(graphs);
    const run = await harness.engine.ended(runId, PATIENT);
    expect(run, `killed after ${writes} writes`).toMatchObject({
      status: 'success',
      attempt: died ? 2 : 1,
    });
    await expected(thread);
    if (!died) return writes;
    await harness.close();
  }
  throw new Error('the run never ended');
}

describe('a process killed after any checkpoint write', () => {
  it('loses no input and repeats nothing', async () => {
    let ran: string[] = [];
    const stepping = steppingGraph((name) => void ran.push(name));
    const writes = await killedAfterEveryWrite(
      { stepping },
      () => Promise.resolve({ graph_id: 'stepping', input: say('hello') }),
      async (thread) => {
        const { values } = await harness.state(stepping, thread);
        expect(values).toMatchObject({ steps: ['one', 'two', 'three'] });
        expect(await harness.texts(stepping, thread)).toEqual(['hello']);
        expect(ran.length).toBeLessThanOrEqual(ONE_REPEATED);
        ran = [];
      },
    );
    expect(writes).toBeGreaterThan(5);
  }, 60_000);

  it('never takes an answer for the answer to a later question', async () => {
    const asking = askingGraph();
    const writes = await killedAfterEveryWrite(
      { asking },
      async (first, thread) => {
        await first.run(thread, { graph_id: 'asking', input: say('go') });
        return { graph_id: 'asking', command: { resume: 'A' } };
      },
      async (thread) => {
        expect(await harness.threadStatus(thread)).toBe('interrupted');
        const { tasks } = await harness.state(asking, thread);
        expect(tasks[0]?.interrupts).toMatchObject([{ value: 'second?' }]);
        await harness.run(thread, { graph_id: 'asking', command: { resume: 'B' } });
        expect(await harness.texts(asking, thread)).toEqual(['go', 'answers: A, B']);
      },
    );
    expect(writes).toBeGreaterThan(0);
  }, 60_000);

  it('finishes what an answer began', async () => {
    const asking = askingGraph();
    const writes = await killedAfterEveryWrite(
      { asking },
      async (first, thread) => {
        await first.run(thread, { graph_id: 'asking', input: say('go') });
        await first.run(thread, { graph_id: 'asking', command: { resume: 'A' } });
        return { graph_id: 'asking', command: { resume: 'B' } };
      },
      async (thread) => {
        expect(await harness.threadStatus(thread)).toBe('idle');
        expect(await harness.texts(asking, thread)).toEqual(['go', 'answers: A, B']);
      },
    );
    expect(writes).toBeGreaterThan(2);
  }, 60_000);

  it('finishes a fork where it began', async () => {
    let ran: string[] = [];
    const stepping = steppingGraph((name) => void ran.push(name));
    const writes = await killedAfterEveryWrite(
      { stepping },
      async (first, thread) => {
        const body = { graph_id: 'stepping', interrupt_after: ['one'] };
        await first.run(thread, { ...body, input: say('go') });
        const { config } = await first.state(stepping, thread);
        const checkpoint_id: unknown = config.configurable?.['checkpoint_id'];
        await first.run(thread, { graph_id: 'stepping' });
        ran = [];
        return { graph_id: 'stepping', checkpoint_id, input: say('again') };
      },
      async (thread) => {
        const { values } = await harness.state(stepping, thread);
        expect(values).toMatchObject({ steps: ['one', 'one', 'two', 'three'] });
        expect(await harness.texts(stepping, thread)).toEqual(['go', 'again']);
        expect(ran.length).toBeLessThanOrEqual(ONE_REPEATED);
      },
    );
    expect(writes).toBeGreaterThan(3);
  }, 60_000);

  it('does not step over a breakpoint that it had reached', async () => {
    const ran: string[] = [];
    const stepping = steppingGraph((name) => void ran.push(name));
    const body = { graph_id: 'stepping', interrupt_before: ['two'], input: say('go') };
    await killedAfterEveryWrite(
      { stepping },
      () => Promise.resolve(body),
      async (thread) => {
        expect(await harness.threadStatus(thread)).toBe('interrupted');
        expect((await harness.state(stepping, thread)).next).toEqual(['two']);
      },
    );
    expect(ran).not.toContain('two');
  }, 60_000);
});

describe('a start after a crash', () => {
  it('goes on with what a killed process had accepted, under rising event ids', async () => {
    harness = await EngineHarness.open({});
    await harness.storage.close();
    const thread = randomUUID();
    const script = fileURLToPath(new URL('testing/crashing-process.ts', import.meta.url));
    const child = spawn(process.execPath, [script, harness.directory, thread], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [runId] = (await once(createInterface(child.stdout), 'line')) as [string];
    child.kill('SIGKILL');
    await once(child, 'exit');
    const speaking = speakingGraph(async function* () {
      yield await Promise.resolve('A whole answer');
    });
    await harness.reopen({ speaking });
    const run = await harness.engine.ended(runId, PATIENT);
    expect(run).toMatchObject({ status: 'success', attempt: 2 });
    expect(await harness.texts(speaking, thread)).toEqual(['hello', 'A whole answer']);
    const events = await harness.events(runId);
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    const begun = events.filter(({ event }) => event === 'metadata').map(({ data }) => data);
    expect(begun).toEqual([
      { run_id: runId, attempt: 1 },
      { run_id: runId, attempt: 2 },
    ]);
    const again = events.filter(({ id }) => id >= 1_000_000_000).map(({ event }) => event);
    expect(again.slice(0, 3)).toEqual(['metadata', 'values', 'messages']);
  }, 30_000);

  it('ends a run that was begun too often, with a reason, and frees the thread', async () => {
    const graphs = { pausing: pausingGraph(['x']) };
    harness = await EngineHarness.open(graphs);
    const thread = await harness.thread();
    const run = await harness.submit(thread, { graph_id: 'pausing', input: say('x') });
    for (const attempt of [1, 2, 3]) {
      await expect
        .poll(async () => (await harness.storage.runs.find(run.runId))?.attempt)
        .toBe(attempt);
      await harness.restart(graphs);
    }
    const ended = await harness.engine.ended(run.runId, PATIENT);
    expect(ended).toMatchObject({ status: 'error' });
    expect(ended?.error?.message).toMatch(/3 times/);
    const events = await harness.events(run.runId);
    expect(events.at(-1)).toMatchObject({ event: 'error', data: ended?.error });
    await harness.run(thread, { graph_id: 'pausing', input: say('on') });
    expect(await harness.texts(trivialGraph(), thread)).toEqual(['x', 'on', 'heard: on']);
  });

  it.each(['interrupt', 'rollback'] as const)('keeps a wish to %s', async (action) => {
    const started = latch();
    const graphs = { endless: endlessGraph(started.open) };
    harness = await EngineHarness.open(graphs);
    const thread = await harness.thread();
    const run = await harness.submit(thread, { graph_id: 'endless', input: say('x') });
    await started.opened;
    await harness.storage.runs.requestCancel(run.runId, action);
    await harness.restart(graphs);
    const row = await harness.engine.ended(run.runId, PATIENT);
    expect(row?.status).toBe(action === 'interrupt' ? 'interrupted' : undefined);
    expect(await harness.texts(trivialGraph(), thread)).toEqual(
      action === 'interrupt' ? ['x'] : [],
    );
    expect(await harness.threadStatus(thread)).toBe('idle');
  });

  it('takes up queued runs in order, and keeps the words of those that a later run was to replace', async () => {
    const started = latch();
    const graphs = { pausing: pausingGraph(['first'], { started: started.open }) };
    harness = await EngineHarness.open(graphs);
    const thread = await harness.thread();
    const first = await harness.submit(thread, { graph_id: 'pausing', input: say('first') });
    await started.opened;
    const body = (text: string) => ({ graph_id: 'pausing', input: say(text) });
    const later = [
      await harness.submit(thread, body('a')),
      await harness.submit(thread, body('b')),
    ];
    const { storage } = harness;
    const replacing = { multitaskStrategy: 'interrupt', owner: OWNER };
    const row = await storage.runs.get(OWNER, thread, later[1]?.runId ?? '');
    if (!row) throw new Error('the run is gone');
    const last = await storage.runs.create(
      { ...row, ...replacing, runId: randomUUID(), request: body('c') },
      'enqueue',
    );
    await harness.restart(graphs);
    await harness.engine.ended(last.runId, PATIENT);
    expect(await harness.texts(trivialGraph(), thread)).toEqual([
      'first',
      'a',
      'b',
      'c',
      'heard: c',
    ]);
    for (const { runId } of [first, ...later])
      expect((await harness.storage.runs.find(runId))?.status).toBe('interrupted');
  });
});
