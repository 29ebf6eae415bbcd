import { randomUUID } from 'node:crypto';

import { afterEach, describe, expect, it } from 'vitest';

import {
  endlessGraph,
  pausingGraph,
  speakingGraph,
  steppingGraph,
  trivialGraph,
} from '#graph/fixtures/graphs';

import { latch } from './testing/latch.ts';
import { EngineHarness, newRun, OWNER, PATIENT, say } from './testing/engine-harness.ts';
import { ManualClock } from './testing/manual-clock.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

describe('a run', () => {
  it('keeps what was said, tells its events and leaves the thread idle', async () => {
    const trivial = trivialGraph();
    harness = await EngineHarness.open({ trivial });
    const thread = await harness.thread();
    const run = await harness.submit(thread, {
      graph_id: 'trivial',
      input: say('hello'),
      stream_mode: ['values', 'updates'],
    });
    expect(run.status).toBe('pending');
    const ended = await harness.engine.ended(run.runId, PATIENT);
    expect(ended).toMatchObject({ status: 'success', attempt: 1 });
    expect(await harness.texts(trivial, thread)).toEqual(['hello', 'heard: hello']);
    const row = await harness.storage.threads.get(OWNER, thread);
    expect(row).toMatchObject({
      status: 'idle',
      metadata: { graph_id: 'trivial', assistant_id: 'trivial' },
    });
    const events = await harness.events(run.runId);
    expect(events.map(({ event }) => event)).toEqual(['metadata', 'values', 'updates', 'values']);
    expect(events.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    expect(events[0]?.data).toEqual({ run_id: run.runId, attempt: 1 });
    expect(events[3]?.data).toMatchObject({
      messages: [{ type: 'human', content: 'hello', id: 'said-hello' }, { type: 'ai' }],
    });
  });

  it('follows the command where the body has an input too', async () => {
    const trivial = trivialGraph();
    harness = await EngineHarness.open({ trivial });
    const thread = await harness.thread();
    await harness.run(thread, { graph_id: 'trivial', input: say('one') });
    await harness.run(thread, {
      graph_id: 'trivial',
      input: {},
      command: { update: say('two'), goto: 'answer' },
    });
    expect(await harness.texts(trivial, thread)).toEqual([
      'one',
      'heard: one',
      'two',
      'heard: two',
    ]);
  });

  it('forks from the checkpoint that the body names', async () => {
    const stepping = steppingGraph();
    harness = await EngineHarness.open({ stepping });
    const thread = await harness.thread();
    const body = { graph_id: 'stepping', interrupt_after: ['one'] };
    await harness.run(thread, { ...body, input: say('go') });
    const before = await harness.state(stepping, thread);
    expect(before.next).toEqual(['two']);
    await harness.run(thread, { graph_id: 'stepping' });
    expect((await harness.state(stepping, thread)).values['steps']).toEqual([
      'one',
      'two',
      'three',
    ]);
    const checkpoint_id: unknown = before.config.configurable?.['checkpoint_id'];
    await harness.run(thread, { graph_id: 'stepping', checkpoint_id, input: say('again') });
    expect((await harness.state(stepping, thread)).values).toMatchObject({
      steps: ['one', 'one', 'two', 'three'],
      messages: [{ content: 'go' }, { content: 'again' }],
    });
  });

  it('never takes the library’s own keys from a client', async () => {
    const trivial = trivialGraph();
    harness = await EngineHarness.open({ trivial });
    const thread = await harness.thread();
    const ended = await harness.run(thread, {
      graph_id: 'trivial',
      input: say('x'),
      config: { configurable: { __pregel_checkpointer: 'mine', thread_id: randomUUID() } },
    });
    expect(ended?.status).toBe('success');
    expect(await harness.texts(trivial, thread)).toEqual(['x', 'heard: x']);
  });

  it('leaves its config to the thread’s later runs', async () => {
    harness = await EngineHarness.open({ trivial: trivialGraph() });
    const thread = await harness.thread();
    const body = { graph_id: 'trivial', input: say('x') };
    await harness.run(thread, { ...body, config: { configurable: { tone: 'dry', speed: 1 } } });
    const second = await harness.run(thread, { ...body, config: { configurable: { speed: 2 } } });
    expect(second?.request['config']).toEqual({ configurable: { tone: 'dry', speed: 2 } });
  });

  it('is not accepted for a foreign thread, an unknown graph or an unknown strategy', async () => {
    harness = await EngineHarness.open({ trivial: trivialGraph() });
    const thread = await harness.thread();
    const body = { graph_id: 'trivial', input: say('x') };
    const stranger = { owner: randomUUID() };
    await expect(harness.submit(thread, body, stranger)).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(harness.submit(thread, { ...body, graph_id: 'none' })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(harness.submit(thread, body, { multitaskStrategy: 'hope' })).rejects.toMatchObject(
      {
        kind: 'invalid',
      },
    );
    expect(await harness.storage.runs.openOn(OWNER, thread)).toEqual([]);
  });
});

describe('runs at once', () => {
  it('keeps all of eight runs queued on one thread, in order', async () => {
    const speaking = speakingGraph(async function* () {
      await new Promise((resolve) => setImmediate(resolve));
      yield 'ok';
    });
    harness = await EngineHarness.open({ speaking });
    const thread = await harness.thread();
    const names = ['1', '2', '3', '4', '5', '6', '7', '8'];
    const rows = await Promise.all(
      names.map((name) => harness.submit(thread, { graph_id: 'speaking', input: say(name) })),
    );
    const ended = await Promise.all(rows.map(({ runId }) => harness.engine.ended(runId, PATIENT)));
    expect(ended.map((run) => run?.status)).toEqual(names.map(() => 'success'));
    const texts = await harness.texts(speaking, thread);
    expect(texts).toEqual(names.flatMap((name) => [name, 'ok']));
  });

  it('refuses a second run with reject, and stays busy until the first ends', async () => {
    const gate = latch();
    harness = await EngineHarness.open({ stepping: steppingGraph(() => gate.opened) });
    const thread = await harness.thread();
    const body = { graph_id: 'stepping', input: say('x') };
    const first = await harness.submit(thread, body);
    expect(await harness.threadStatus(thread)).toBe('busy');
    await expect(
      harness.submit(thread, body, { multitaskStrategy: 'reject' }),
    ).rejects.toMatchObject({ kind: 'busy' });
    gate.open();
    await harness.engine.ended(first.runId, PATIENT);
    expect(await harness.threadStatus(thread)).toBe('idle');
  });

  it('runs an owner’s share only, and lets owners take turns', async () => {
    const gate = latch();
    const begun: string[] = [];
    const stepping = steppingGraph(async () => {
      begun.push('step');
      await gate.opened;
    });
    harness = await EngineHarness.open({ stepping }, { limits: { perOwner: 1, total: 2 } });
    const other = randomUUID();
    const body = { graph_id: 'stepping', input: say('x') };
    const mine = [await harness.thread(), await harness.thread()];
    const theirs = await harness.thread(other);
    const rows = [
      await harness.submit(mine[0] ?? '', body),
      await harness.submit(mine[1] ?? '', body),
      await harness.submit(theirs, body, { owner: other }),
    ];
    const statuses = () =>
      Promise.all(rows.map(async ({ runId }) => (await harness.storage.runs.find(runId))?.status));
    await expect.poll(statuses).toEqual(['running', 'pending', 'running']);
    gate.open();
    await Promise.all(rows.map(({ runId }) => harness.engine.ended(runId, PATIENT)));
    expect(await statuses()).toEqual(['success', 'success', 'success']);
  });

  it('keeps a run pending until its time', async () => {
    const clock = new ManualClock();
    harness = await EngineHarness.open({ trivial: trivialGraph() }, { clock });
    const thread = await harness.thread();
    const body = { graph_id: 'trivial', input: say('later') };
    const notBefore = new Date(clock.now() + 60_000);
    const run = await harness.submit(thread, body, { notBefore });
    clock.advance(59_999);
    expect((await harness.storage.runs.find(run.runId))?.status).toBe('pending');
    expect(await harness.threadStatus(thread)).toBe('busy');
    clock.advance(1);
    expect((await harness.engine.ended(run.runId, PATIENT))?.status).toBe('success');
  });

  it('ends a run in progress for one that interrupts it', async () => {
    const started = latch();
    harness = await EngineHarness.open({
      pausing: pausingGraph(['wait'], { started: started.open }),
    });
    const thread = await harness.thread();
    const first = await harness.submit(thread, { graph_id: 'pausing', input: say('wait') });
    await started.opened;
    const second = await harness.run(
      thread,
      { graph_id: 'pausing', input: say('now') },
      { multitaskStrategy: 'interrupt' },
    );
    expect(second?.status).toBe('success');
    expect((await harness.storage.runs.find(first.runId))?.status).toBe('interrupted');
    expect(await harness.texts(trivialGraph(), thread)).toEqual(['wait', 'now', 'heard: now']);
  });

  it('takes a run in progress back for one that rolls it back', async () => {
    const started = latch();
    const pausing = pausingGraph(['SECRET-7413'], { started: started.open });
    harness = await EngineHarness.open({ pausing });
    const thread = await harness.thread();
    await harness.run(thread, { graph_id: 'pausing', input: say('first') });
    const lost = await harness.submit(thread, { graph_id: 'pausing', input: say('SECRET-7413') });
    await started.opened;
    await harness.run(
      thread,
      { graph_id: 'pausing', input: say('last') },
      { multitaskStrategy: 'rollback' },
    );
    expect(await harness.storage.runs.get(OWNER, thread, lost.runId)).toBeUndefined();
    expect(await harness.events(lost.runId)).toEqual([]);
    expect(await harness.texts(trivialGraph(), thread)).toEqual([
      'first',
      'heard: first',
      'last',
      'heard: last',
    ]);
    expect(harness.filesHolding('SECRET-7413')).toEqual([]);
  });

  it('accepts nothing while the server goes down, and leaves what is open', async () => {
    const started = latch();
    harness = await EngineHarness.open({ endless: endlessGraph(started.open) });
    const thread = await harness.thread();
    const body = { graph_id: 'endless', input: say('x') };
    const run = await harness.submit(thread, body);
    await started.opened;
    const reading = harness.events(run.runId);
    await harness.engine.drain(0);
    await expect(reading).rejects.toMatchObject({ name: 'ShuttingDownError' });
    expect((await harness.storage.runs.find(run.runId))?.status).toBe('running');
    await expect(harness.engine.submit(newRun(thread, body))).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  it('stops the runs of a deleted thread and erases every word of it', async () => {
    const started = latch();
    harness = await EngineHarness.open({ endless: endlessGraph(started.open) });
    const thread = await harness.thread();
    const run = await harness.submit(thread, {
      graph_id: 'endless',
      input: say('SECRET-9021'),
      stream_mode: ['values', 'updates', 'debug'],
    });
    await started.opened;
    expect(harness.filesHolding('SECRET-9021')).not.toEqual([]);
    expect(await harness.engine.deleteThread(OWNER, thread)).toBe(true);
    expect(await harness.engine.ended(run.runId, PATIENT)).toBeUndefined();
    expect(harness.filesHolding('SECRET-9021')).toEqual([]);
    expect(await harness.engine.deleteThread(OWNER, thread)).toBe(false);
  });
});
