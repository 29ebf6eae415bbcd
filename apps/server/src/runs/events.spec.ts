import { afterEach, describe, expect, it } from 'vitest';

import { nestedGraph, secretiveGraph, speakingGraph, trivialGraph } from '#graph/fixtures/graphs';

import { latch } from './testing/latch.ts';
import { EngineHarness, PATIENT, say } from './testing/engine-harness.ts';
import { ManualClock } from './testing/manual-clock.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

const EVERY_MODE = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'custom',
  'tasks',
  'checkpoints',
  'debug',
  'events',
  'tools',
];

describe('the events of a run', () => {
  it('are the same for two readers, a late one, and after a restart', async () => {
    const speaking = speakingGraph(async function* () {
      for (const word of ['one ', 'two ', 'three']) {
        await new Promise((resolve) => setImmediate(resolve));
        yield word;
      }
    });
    harness = await EngineHarness.open({ speaking });
    const thread = await harness.thread();
    const body = { graph_id: 'speaking', input: say('count'), stream_mode: EVERY_MODE };
    const { runId } = await harness.submit(thread, body);
    const [first, second] = await Promise.all([harness.events(runId), harness.events(runId)]);
    expect(second).toEqual(first);
    const late = await harness.events(runId);
    expect(late).toEqual(first);
    await harness.restart({ speaking });
    const after = await harness.events(runId);
    expect(after).toEqual(first);
    expect(first.map(({ id }) => id)).toEqual(first.map((_, at) => at));
    const half = Math.floor(first.length / 2);
    expect(await harness.events(runId, first[half]?.id)).toEqual(first.slice(half + 1));
  });

  it('join the pieces of a message that come within 30 ms, and send the first at once', async () => {
    const clock = new ManualClock();
    const [first, rest] = [latch(), latch()];
    const speaking = speakingGraph(async function* () {
      yield 'a';
      await first.opened;
      for (const piece of 'bcdef') yield piece;
      await rest.opened;
    });
    harness = await EngineHarness.open({ speaking }, { clock });
    const thread = await harness.thread();
    const body = { graph_id: 'speaking', input: say('x'), stream_mode: ['messages-tuple'] };
    const { runId } = await harness.submit(thread, body);
    const contents = async () =>
      (await harness.storage.events.read(runId, 0, 100)).map(
        ({ data }) => (data as [{ content: string }])[0].content,
      );
    await expect.poll(contents).toEqual(['a']);
    first.open();
    await expect.poll(() => clock.waiting).toBeGreaterThan(1);
    expect(await contents()).toEqual(['a']);
    clock.advance(30);
    await expect.poll(contents).toEqual(['a', 'bcdef']);
    rest.open();
    await harness.engine.ended(runId, PATIENT);
    const pieces = await harness.storage.events.read(runId, 0, 100);
    expect(new Set(pieces.map(({ data }) => (data as [{ id: string }])[0].id)).size).toBe(1);
  });

  it('tell the first words at once, also after the empty pieces that providers begin with', async () => {
    const [thought, first, rest] = [latch(), latch(), latch()];
    const speaking = speakingGraph(async function* () {
      yield '';
      await thought.opened;
      yield '';
      await first.opened;
      yield 'a';
      await rest.opened;
    });
    const clock = new ManualClock();
    harness = await EngineHarness.open({ speaking }, { clock });
    const body = { graph_id: 'speaking', input: say('x'), stream_mode: ['messages-tuple'] };
    const { runId } = await harness.submit(await harness.thread(), body);
    const contents = async () =>
      (await harness.storage.events.read(runId, 0, 100)).map(
        ({ data }) => (data as [{ content: string }])[0].content,
      );
    await expect.poll(contents).toEqual(['']);
    thought.open();
    await expect.poll(() => clock.waiting).toBeGreaterThan(1);
    expect(await contents()).toEqual(['']);
    first.open();
    await expect.poll(contents).toEqual(['', 'a']);
    rest.open();
    await harness.engine.ended(runId, PATIENT);
  });

  it('are held up by no reader, and a reader that leaves ends nothing', async () => {
    const goOn = latch();
    const speaking = speakingGraph(async function* () {
      yield 'x';
      await goOn.opened;
    });
    harness = await EngineHarness.open({ speaking });
    const thread = await harness.thread();
    const body = {
      graph_id: 'speaking',
      input: say('x'),
      stream_mode: ['messages-tuple', 'values'],
    };
    const { runId } = await harness.submit(thread, body);
    const leaving = new AbortController();
    const slow = harness.engine.follow(runId, -1, PATIENT)[Symbol.asyncIterator]();
    await slow.next();
    const left = Array.fromAsync(harness.engine.follow(runId, -1, leaving.signal));
    await expect.poll(() => harness.heard(runId, 'messages')).toBe(true);
    leaving.abort();
    expect((await left).at(-1)?.event).toBe('messages');
    goOn.open();
    expect(await harness.engine.ended(runId, PATIENT)).toMatchObject({ status: 'success' });
    const all = await harness.events(runId);
    const rest = [];
    for (let next = await slow.next(); !next.done; next = await slow.next()) rest.push(next.value);
    expect(rest).toEqual(all.slice(1));
  });

  it('name the subgraph they come from where that was asked for', async () => {
    harness = await EngineHarness.open({ nested: nestedGraph() });
    const thread = await harness.thread();
    const body = { graph_id: 'nested', input: say('x'), stream_mode: ['updates', 'custom'] };
    const plain = await harness.run(thread, body);
    const names = async (runId = '') => (await harness.events(runId)).map(({ event }) => event);
    expect(await names(plain?.runId)).toEqual(['metadata', 'custom', 'updates']);
    const deep = await harness.run(thread, { ...body, stream_subgraphs: true });
    const [metadata, custom, inner, outer] = await names(deep?.runId);
    expect([metadata, outer]).toEqual(['metadata', 'updates']);
    expect(custom).toMatch(/^custom\|inner:[0-9a-f-]{36}$/);
    expect(inner).toMatch(/^updates\|inner:[0-9a-f-]{36}$/);
  });

  it('tell only what was asked for', async () => {
    harness = await EngineHarness.open({ trivial: trivialGraph() });
    for (const mode of EVERY_MODE.filter((name) => name !== 'messages')) {
      const body = { graph_id: 'trivial', input: say('x'), stream_mode: [mode] };
      const run = await harness.run(await harness.thread(), body);
      const events = await harness.events(run?.runId ?? '');
      const told = mode === 'messages-tuple' ? 'messages' : mode;
      const other = events.filter(({ event }) => event !== 'metadata' && event !== told);
      expect(other, mode).toEqual([]);
    }
  });

  it('accumulate a message in the mode messages', async () => {
    const speaking = speakingGraph(async function* () {
      yield 'one ';
      yield await Promise.resolve('two');
    });
    harness = await EngineHarness.open({ speaking });
    const body = { graph_id: 'speaking', input: say('x'), stream_mode: ['messages'] };
    const run = await harness.run(await harness.thread(), body);
    const events = await harness.events(run?.runId ?? '');
    expect(events.map(({ event }) => event).slice(0, 4)).toEqual([
      'metadata',
      'messages/complete',
      'messages/metadata',
      'messages/partial',
    ]);
    const partial = events.filter(({ event }) => event === 'messages/partial');
    expect(partial.at(-1)?.data).toMatchObject([{ content: 'one two' }]);
    expect(events.at(-1)).toMatchObject({
      event: 'messages/complete',
      data: [{ type: 'ai', content: 'one two' }],
    });
  });

  it('give back content exactly as it was sent, whatever its keys', async () => {
    harness = await EngineHarness.open({ trivial: trivialGraph() });
    const content = [
      { type: 'text', text: 'x', lc: 1, id: ['langchain', 'x'], $: 5, _memory_contents: 'mine' },
    ];
    const message = { type: 'human', id: 'odd', content };
    const run = await harness.run(await harness.thread(), {
      graph_id: 'trivial',
      input: { messages: [message] },
      stream_mode: EVERY_MODE,
    });
    const events = await harness.events(run?.runId ?? '');
    const values = events.filter(({ event }) => event === 'values');
    expect(values.at(-1)?.data).toMatchObject({
      messages: [{ type: 'human', id: 'odd', content }, {}],
    });
    const { messages } = values.at(-1)?.data as { messages: { content: unknown }[] };
    expect(messages[0]?.content).toEqual(content);
  });

  it('are pruned some time after their run has ended', async () => {
    const clock = new ManualClock();
    const limits = { eventRetentionMs: 60_000 };
    harness = await EngineHarness.open({ trivial: trivialGraph() }, { clock, limits });
    const thread = await harness.thread();
    const body = { graph_id: 'trivial', input: say('x') };
    const old = await harness.run(thread, body);
    clock.advance(59_000);
    await harness.run(thread, body);
    expect(await harness.events(old?.runId ?? '')).not.toEqual([]);
    clock.advance(61_000);
    await harness.run(thread, body);
    await expect.poll(() => harness.events(old?.runId ?? '')).toEqual([]);
    expect(await harness.texts(trivialGraph(), thread)).toHaveLength(4);
  });
});

describe('private state', () => {
  it('is in no event but those that the contract names', async () => {
    const canary = 'CANARY-58213';
    harness = await EngineHarness.open({ secretive: secretiveGraph(canary) });
    for (const stream_subgraphs of [false, true]) {
      const thread = await harness.thread();
      const body = { graph_id: 'secretive', stream_mode: EVERY_MODE, stream_subgraphs };
      await harness.run(thread, { ...body, input: say('first') });
      const run = await harness.run(thread, { ...body, input: say('second') });
      const events = await harness.events(run?.runId ?? '');
      const told = new Set(events.map(({ event }) => event));
      for (const mode of ['values', 'updates', 'tasks', 'debug', 'events', 'checkpoints', 'custom'])
        expect(told).toContain(mode);
      const leaking = events.filter(({ data }) => JSON.stringify(data).includes(canary));
      expect(new Set(leaking.map(({ event }) => event))).toEqual(
        new Set(['custom', 'checkpoints']),
      );
    }
  });
});
