import { AIMessage } from '@langchain/core/messages';
import { createAgent } from 'langchain';
import { afterEach, describe, expect, it } from 'vitest';

import {
  endlessGraph,
  pausingGraph,
  speakingGraph,
  steppingGraph,
  throwingGraph,
  trivialGraph,
  unserializableGraph,
} from '#graph/fixtures/graphs';
import { SpeakingModel, type Speech } from '#graph/fixtures/speaking-model';
import { MemoryUnavailableError } from '#graph/memory/failure';
import { memoryRules } from '#graph/agents/memory/memory-rules';

import { StorageError } from '../storage/storage-error.ts';
import type { Storage } from '../storage/storage.ts';
import { latch, type Latch } from './testing/latch.ts';
import { EngineHarness, OWNER, PATIENT, say } from './testing/engine-harness.ts';
import { ManualClock } from './testing/manual-clock.ts';

let harness: EngineHarness;
afterEach(() => harness.close());

/** Says two words, then waits for ever, heeding no signal. */
function stuckSpeech(said: Latch): Speech {
  return async function* () {
    yield 'Half an ';
    yield 'answer';
    said.open();
    await new Promise<never>(() => undefined);
  };
}

/** Says this at once. */
async function* saying(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

describe('a cancelled run', () => {
  it('keeps what was said, marked as cut, and leaves the thread at rest', async () => {
    const said = latch();
    const stuck = stuckSpeech(said);
    const speaking = speakingGraph((messages, signal) =>
      messages.at(-1)?.text === 'next' ? saying('heard: next') : stuck(messages, signal),
    );
    harness = await EngineHarness.open({ speaking });
    const thread = await harness.thread();
    const run = await harness.submit(thread, {
      graph_id: 'speaking',
      input: say('hello'),
      stream_mode: ['messages-tuple', 'values'],
    });
    await said.opened;
    await harness.engine.cancel(OWNER, thread, run.runId, 'interrupt');
    const state = await harness.state(speaking, thread);
    expect(state.values).toMatchObject({
      messages: [
        { content: 'hello' },
        { content: 'Half an answer', response_metadata: { cut: true } },
      ],
    });
    expect(state.next).toEqual([]);
    expect((await harness.storage.runs.find(run.runId))?.status).toBe('interrupted');
    expect(await harness.threadStatus(thread)).toBe('idle');
    const events = await harness.events(run.runId);
    expect(events.at(-1)).toMatchObject({
      event: 'values',
      data: { messages: [{}, { content: 'Half an answer', response_metadata: { cut: true } }] },
    });
    await harness.run(thread, { graph_id: 'speaking', input: say('next') });
    expect(await harness.texts(speaking, thread)).toEqual([
      'hello',
      'Half an answer',
      'next',
      'heard: next',
    ]);
  });

  it('keeps the cut answer of an agent', async () => {
    const said = latch();
    const agent = createAgent({ model: new SpeakingModel(stuckSpeech(said)), tools: [] }).graph;
    harness = await EngineHarness.open({ agent });
    const thread = await harness.thread();
    const run = await harness.submit(thread, { graph_id: 'agent', input: say('hello') });
    await said.opened;
    await harness.engine.cancel(OWNER, thread, run.runId, 'interrupt');
    expect(await harness.texts(agent as never, thread)).toEqual(['hello', 'Half an answer']);
    expect(harness.logged).toEqual([]);
  });

  it('writes nothing more, whatever the graph goes on to do', async () => {
    const [begun, goOn, over] = [latch(), latch(), latch()];
    const stepping = steppingGraph(async () => {
      begun.open();
      await goOn.opened;
      over.open();
    });
    harness = await EngineHarness.open({ stepping });
    const thread = await harness.thread();
    const body = { graph_id: 'stepping', input: say('hello'), stream_mode: ['updates', 'tasks'] };
    const run = await harness.submit(thread, body);
    await begun.opened;
    await harness.engine.cancel(OWNER, thread, run.runId, 'interrupt');
    const events = await harness.events(run.runId);
    const head = (await harness.state(stepping, thread)).config;
    goOn.open();
    await over.opened;
    await new Promise((resolve) => setImmediate(resolve));
    expect(await harness.events(run.runId)).toEqual(events);
    const after = await harness.state(stepping, thread);
    expect(after.config).toEqual(head);
    expect(after.values['steps'] ?? []).toEqual([]);
    const fenced = harness.storage.fenced({
      owner: OWNER,
      threadId: thread,
      runId: run.runId,
      attempt: 1,
    });
    await expect(fenced.putWrites(head, [['steps', ['late']]], 'task')).rejects.toMatchObject({
      kind: 'fenced',
    });
  });

  it.each([
    ['had not read yet', false],
    ['had read, and not put into its state yet', true],
  ])('keeps words that the graph %s', async (_, read) => {
    const [asked, stuck] = [latch(), latch()];
    const speaking = speakingGraph(async function* () {
      yield await Promise.resolve('never heard');
    });
    // Of the attempt that is stopped, the checkpoint of its input is written, and no later one.
    const slow = (storage: Storage): Storage => ({
      ...storage,
      fenced(attempt, place) {
        const saver = storage.fenced(attempt, place);
        if (attempt.attempt > 1) return saver;
        const late = async (): Promise<never> => {
          asked.open();
          await stuck.opened;
          throw new Error('never written');
        };
        const written = saver.put.bind(saver);
        const put: typeof written = (config, checkpoint, metadata, versions) =>
          metadata.source === 'input' ? written(config, checkpoint, metadata, versions) : late();
        return Object.assign(saver, { put, ...(!read && { putWrites: late }) });
      },
    });
    harness = await EngineHarness.open({ speaking }, { wrap: slow });
    const thread = await harness.thread();
    const run = await harness.submit(thread, { graph_id: 'speaking', input: say('hello') });
    await asked.opened;
    await harness.engine.cancel(OWNER, thread, run.runId, 'interrupt');
    expect(await harness.texts(speaking, thread)).toEqual(['hello']);
    expect((await harness.state(speaking, thread)).next).toEqual([]);
    stuck.open();
  });

  it('reaches the model through the one signal', async () => {
    const started = latch();
    const aborted = latch();
    const speaking = speakingGraph(async function* (_messages, signal) {
      yield 'x';
      signal?.addEventListener('abort', aborted.open);
      started.open();
      await aborted.opened;
    });
    harness = await EngineHarness.open({ speaking });
    const thread = await harness.thread();
    const run = await harness.submit(thread, { graph_id: 'speaking', input: say('hello') });
    await started.opened;
    await harness.engine.cancel(OWNER, thread, run.runId, 'interrupt');
    await aborted.opened;
    expect((await harness.storage.runs.find(run.runId))?.status).toBe('interrupted');
  });

  it('ends a waiting run without starting it, and leaves an ended one as it is', async () => {
    const started = latch();
    harness = await EngineHarness.open({
      pausing: pausingGraph(['wait'], { started: started.open }),
    });
    const thread = await harness.thread();
    const first = await harness.submit(thread, { graph_id: 'pausing', input: say('wait') });
    await started.opened;
    const waiting = await harness.submit(thread, { graph_id: 'pausing', input: say('never') });
    await harness.engine.cancel(OWNER, thread, waiting.runId, 'interrupt');
    expect(await harness.engine.ended(waiting.runId, PATIENT)).toMatchObject({
      status: 'interrupted',
      attempt: 0,
    });
    await harness.engine.cancel(OWNER, thread, first.runId, 'interrupt');
    expect(await harness.texts(trivialGraph(), thread)).toEqual(['wait']);
    const done = await harness.run(thread, { graph_id: 'pausing', input: say('done') });
    await harness.engine.cancel(OWNER, thread, done?.runId ?? '', 'rollback');
    expect((await harness.storage.runs.find(done?.runId ?? ''))?.status).toBe('success');
  });

  it('is nobody else’s to cancel', async () => {
    const started = latch();
    harness = await EngineHarness.open({ endless: endlessGraph(started.open) });
    const thread = await harness.thread();
    const run = await harness.submit(thread, { graph_id: 'endless', input: say('wait') });
    await started.opened;
    await expect(
      harness.engine.cancel('someone-else', thread, run.runId, 'interrupt'),
    ).rejects.toMatchObject({ kind: 'not-found' });
    expect((await harness.storage.runs.find(run.runId))?.status).toBe('running');
  });
});

describe('a failing run', () => {
  it('keeps what was said before the model broke off, marked as cut, and goes on after it', async () => {
    const speaking = speakingGraph(async function* (messages) {
      const again = messages.at(-1)?.text === 'next';
      yield* saying(again ? 'Better now.' : 'Half an answer');
      if (!again) throw new Error('the connection broke');
    });
    harness = await EngineHarness.open({ speaking });
    const thread = await harness.thread();
    const ended = await harness.run(thread, { graph_id: 'speaking', input: say('hello') });
    expect(ended).toMatchObject({ status: 'error' });
    expect((await harness.events(ended?.runId ?? '')).at(-1)).toMatchObject({ event: 'error' });
    const { values, next } = await harness.state(speaking, thread);
    expect(values).toMatchObject({
      messages: [
        { content: 'hello' },
        { content: 'Half an answer', response_metadata: { cut: true } },
      ],
    });
    expect(next).toEqual([]);
    await harness.run(thread, { graph_id: 'speaking', input: say('next') });
    expect(await harness.texts(speaking, thread)).toEqual([
      'hello',
      'Half an answer',
      'next',
      'Better now.',
    ]);
  });

  it('tells a sentence last, never the message of an unexpected error', async () => {
    const secret = 'postgres://admin:hunter2@db';
    harness = await EngineHarness.open({ throwing: throwingGraph(() => new TypeError(secret)) });
    const thread = await harness.thread();
    const ended = await harness.run(thread, { graph_id: 'throwing', input: say('hello') });
    expect(ended).toMatchObject({ status: 'error', error: { error: 'internal' } });
    expect(await harness.threadStatus(thread)).toBe('error');
    const events = await harness.events(ended?.runId ?? '');
    expect(events.at(-1)).toMatchObject({ event: 'error', data: ended?.error });
    expect(JSON.stringify([ended, events, harness.logged])).not.toContain(secret);
    expect(harness.logged).toMatchObject([
      { message: 'run failed', fields: { error: { name: 'TypeError' } } },
    ]);
    expect(await harness.texts(trivialGraph(), thread)).toEqual(['hello', 'I begin']);
  });

  it.each([
    [Object.assign(new Error('x'), { status: 401 }), 'model-key', /OPENAI_API_KEY/],
    [new MemoryUnavailableError(new Error('x')), 'memory-unavailable', /^Memory observation unav/],
    [new StorageError('unavailable', 'The disk is full.'), 'storage', /^The disk is full\.$/],
  ])('walks the causes of a wrapped error to one it knows', async (cause, kind, sentence) => {
    const wrapped = () => new Error('outer', { cause: new Error('inner', { cause }) });
    const throwing = throwingGraph(wrapped);
    harness = await EngineHarness.open({ throwing }, { rulesOf: () => memoryRules });
    const ended = await harness.run(await harness.thread(), {
      graph_id: 'throwing',
      input: say('x'),
    });
    expect(ended?.error).toMatchObject({
      error: kind,
      message: expect.stringMatching(sentence) as unknown,
    });
  });

  it('says when to try again, in the run and on its stream, if the provider has said so', async () => {
    const limited = new Error('slow down');
    Object.assign(limited, { status: 429, headers: new Headers({ 'retry-after': '7' }) });
    harness = await EngineHarness.open({ throwing: throwingGraph(() => limited) });
    const ended = await harness.run(await harness.thread(), {
      graph_id: 'throwing',
      input: say('x'),
    });
    expect(ended?.error).toEqual({
      error: 'model-busy',
      message: expect.stringContaining('in 7 s') as unknown,
      retry_after_seconds: 7,
    });
    const events = await harness.events(ended?.runId ?? '');
    expect(events.at(-1)).toMatchObject({ event: 'error', data: ended?.error });
  });

  it('says so when the graph returns what cannot be stored, and the thread goes on', async () => {
    harness = await EngineHarness.open({ odd: unserializableGraph('still here') });
    const thread = await harness.thread();
    const ended = await harness.run(thread, {
      graph_id: 'odd',
      input: say('hello'),
      stream_mode: ['values', 'updates', 'debug', 'events'],
    });
    expect(ended).toMatchObject({ status: 'error', error: { error: 'storage' } });
    await harness.run(thread, { graph_id: 'odd', input: say('still here') });
    expect(await harness.texts(trivialGraph(), thread)).toEqual([
      'hello',
      'still here',
      'heard: still here',
    ]);
  });

  it('says so when the recursion limit is reached', async () => {
    harness = await EngineHarness.open({ throwing: throwingGraph(() => new Error('not reached')) });
    const ended = await harness.run(await harness.thread(), {
      graph_id: 'throwing',
      input: say('x'),
      config: { recursion_limit: 1 },
    });
    expect(ended?.error).toMatchObject({ error: 'too-many-steps' });
    expect(ended?.error?.message).toMatch(/too many steps/);
  });

  it('ends a stream that has gone silent, and keeps what it had said', async () => {
    const clock = new ManualClock();
    const said = latch();
    const speaking = speakingGraph(stuckSpeech(said));
    harness = await EngineHarness.open({ speaking }, { clock, limits: { idleMs: 90_000 } });
    const thread = await harness.thread();
    const body = { graph_id: 'speaking', input: say('hello'), stream_mode: ['messages-tuple'] };
    const run = await harness.submit(thread, body);
    await said.opened;
    await expect.poll(() => harness.heard(run.runId, 'messages')).toBe(true);
    clock.advance(89_999);
    expect((await harness.storage.runs.find(run.runId))?.status).toBe('running');
    clock.advance(90_000);
    const ended = await harness.engine.ended(run.runId, PATIENT);
    expect(ended).toMatchObject({ status: 'timeout', error: { error: 'run-silent' } });
    expect(ended?.error?.message).toMatch(/90 seconds/);
    expect(await harness.threadStatus(thread)).toBe('error');
    expect(await harness.texts(speaking, thread)).toEqual(['hello', 'Half an answer']);
  });
});

describe('a cut answer', () => {
  it('is not kept beside the whole one', async () => {
    const whole = latch();
    const speaking = speakingGraph(async function* () {
      yield await Promise.resolve('All of it');
    });
    const nodes = speaking.nodes as unknown as Record<string, { bound: { invoke: unknown } }>;
    const note = nodes['note'];
    if (!note) throw new Error('the fixture has no second step');
    note.bound.invoke = async () => {
      whole.open();
      await new Promise<never>(() => undefined);
    };
    harness = await EngineHarness.open({ speaking });
    const thread = await harness.thread();
    const run = await harness.submit(thread, { graph_id: 'speaking', input: say('hello') });
    await whole.opened;
    await harness.engine.cancel(OWNER, thread, run.runId, 'interrupt');
    const { values } = await harness.state(speaking, thread);
    const messages = values['messages'] as AIMessage[];
    expect(messages.map(({ text }) => text)).toEqual(['hello', 'All of it']);
    expect(messages[1]?.response_metadata).not.toHaveProperty('cut');
  });
});
