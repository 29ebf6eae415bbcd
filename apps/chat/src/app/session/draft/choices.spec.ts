import { describe, expect, it, vi } from 'vitest';

import { MEMORY_MODE_KEY } from '#contract/memory-mode';
import type { MemoryQuestion } from '#contract/memory-question';
import { STANDING_KEY } from '#contract/standing';

import { offline } from '../../transport/testing/fake-transport';
import { TransportError } from '../../transport/transport-error';
import { until } from '../../testing/until';
import { human, sessionHarness, setUp } from '../testing/session-harness';

const asked: MemoryQuestion = {
  actionRequests: [{ name: 'edit_file', args: {}, description: 'May I?' }],
  reviewConfigs: [{ actionName: 'edit_file', allowedDecisions: ['approve'] }],
  memory_change: { author: 'agent', before: null, after: '- a', based_on: null, revision: 0 },
};
const interrupt = { id: 'f'.repeat(32), value: asked };

const decisions = (type: 'approve' | 'reject') => ({ decisions: [{ type }] });
const decided = (type: 'approve' | 'reject') => new Map([[interrupt.id, decisions(type)]]);

/** A conversation whose only turn waits with a question. */
async function waiting() {
  const harness = sessionHarness();
  const { transport } = harness;
  transport.setMessages('thread-9', [human('h', 'remember a')]);
  const state = await transport.readState('thread-9');
  transport.states.set('thread-9', { ...state, next: ['tools'], interrupts: [interrupt] });
  const session = harness.open('thread-9');
  await session.open();
  transport.calls.length = 0;
  return { ...harness, session };
}

describe('a question before remembering', () => {
  it('is found in the state, answered by its id, and gone once the answer is accepted', async () => {
    const { session, transport } = await waiting();
    expect(session.state().questions).toMatchObject([{ id: interrupt.id }]);
    transport.onRun = (run) => {
      transport.setMessages('thread-9', [human('h', 'remember a')]);
      run.end('success');
    };
    await session.answer(decided('approve'));
    expect(transport.calls[0]).toBe(`answer ${interrupt.id}`);
    expect(transport.run.answer?.answers).toEqual({
      [interrupt.id]: { decisions: [{ type: 'approve' }] },
    });
    expect(session.state()).toMatchObject({
      questions: [],
      turn: 'idle',
      failure: undefined,
    });
  });

  it('stands again when the answer did not arrive, and is never answered twice by itself', async () => {
    const { session, transport } = await waiting();
    transport.fail('answer', offline());
    await session.answer(decided('reject'));
    expect(session.state().failure?.error.kind).toBe('offline');
    expect(session.state().questions).toMatchObject([{ id: interrupt.id }]);
    expect(transport.calls).toEqual([`answer ${interrupt.id}`]);
  });

  it('is heard from the stream of the run that stops at it', async () => {
    const { open, transport } = sessionHarness();
    const session = open();
    transport.onRun = (run) => {
      run.tell('updates', { __interrupt__: [interrupt] });
      transport.fail('readHistoryHead', offline());
      run.end('success');
    };
    await session.send('remember a');
    expect(session.state().questions).toMatchObject([{ id: interrupt.id }]);
  });

  it('is told apart from what is no such question, whose value is kept as it came', async () => {
    const { open, transport } = sessionHarness();
    transport.setMessages('thread-9', []);
    const state = await transport.readState('thread-9');
    const other = { id: 'e'.repeat(32), value: { memory_change: null } };
    transport.states.set('thread-9', { ...state, interrupts: [other, interrupt] });
    const session = open('thread-9');
    await session.open();
    expect(session.state().questions).toEqual([
      { ...other, asked: undefined },
      { ...interrupt, asked },
    ]);
  });

  it('is answered together with the others that are open, or not at all', async () => {
    const { session, transport } = await waiting();
    const second = { id: 'a'.repeat(32), value: asked };
    const state = await transport.readState('thread-9');
    transport.states.set('thread-9', { ...state, interrupts: [interrupt, second] });
    await session.open();
    transport.calls.length = 0;
    await session.answer(decided('approve'));
    expect(transport.calls).toEqual([]);
    transport.onRun = (run) => run.end('success');
    await session.answer(new Map([...decided('approve'), [second.id, decisions('reject')]]));
    expect(transport.run.answer?.answers).toEqual({
      [interrupt.id]: { decisions: [{ type: 'approve' }] },
      [second.id]: { decisions: [{ type: 'reject' }] },
    });
  });

  it('that was answered elsewhere is gone, and why this answer did nothing is said', async () => {
    const { session, transport } = await waiting();
    const reason = 'This question is no longer open.';
    transport.fail('answer', new TransportError('busy', reason));
    transport.setMessages('thread-9', [human('h', 'remember a')]);
    await session.answer(decided('approve'));
    expect(session.state()).toMatchObject({ questions: [], turn: 'idle' });
    expect(session.state().failure?.error.message).toBe(reason);
  });
});

describe('the memory mode', () => {
  async function answered() {
    const harness = sessionHarness();
    harness.transport.setMessages('thread-9', [human('h', 'hi')]);
    const session = harness.open('thread-9');
    await session.open();
    harness.transport.calls.length = 0;
    harness.transport.onRun = (run) => run.end('success');
    return { ...harness, session };
  }

  it('chosen before the first message goes with the thread, and asks nothing before', async () => {
    const { open, transport } = sessionHarness();
    const session = open();
    await session.settings.chooseMode('off');
    expect(transport.calls).toEqual([]);
    transport.onRun = (run) => run.end('success');
    await session.send('hi');
    expect(transport.metadata.get('thread-1')).toMatchObject({ [MEMORY_MODE_KEY]: 'off' });
  });

  it('chosen just before a message has arrived before the message goes', async () => {
    const { session, transport } = await answered();
    const held = Promise.withResolvers<undefined>();
    vi.spyOn(transport, 'setMetadata').mockReturnValue(held.promise);
    const choosing = session.settings.chooseMode('ask');
    const sending = session.send('remember b');
    await until(() => session.state().turn === 'sending');
    // A message that does not wait is under way within another call's time.
    await transport.readState('thread-9');
    expect(transport.calls).not.toContain('start');
    held.resolve(undefined);
    await Promise.all([choosing, sending]);
    expect(transport.calls).toContain('start');
  });

  it('chosen while the thread is made goes to it before the message', async () => {
    const { open, transport } = sessionHarness();
    const session = open();
    transport.onRun = (run) => run.end('success');
    const create = transport.createThread.bind(transport);
    const { promise: making, resolve } = Promise.withResolvers<undefined>();
    transport.createThread = (...given) => {
      resolve(undefined);
      return create(...given);
    };
    const sending = session.send('remember a');
    await making;
    await session.settings.chooseMode('ask');
    await sending;
    expect(transport.calls.slice(0, 3)).toEqual(['createThread', 'setMetadata', 'start']);
    expect(transport.metadata.get('thread-1')).toMatchObject({ [MEMORY_MODE_KEY]: 'ask' });
  });

  it('that could not be kept holds the message back, and gives its words back', async () => {
    const { session, transport } = await answered();
    transport.fail('setMetadata', offline());
    const choosing = session.settings.chooseMode('ask');
    await session.send('remember b');
    await choosing;
    expect(transport.calls).not.toContain('start');
    expect(session.draft.text()).toBe('remember b');
    expect(session.settings.mode()).toBe('automatic');
    expect(session.settings.problem()).toMatch(/not changed/);
  });

  it('holds a message back that was to wait in the queue, too', async () => {
    const { session, transport } = await answered();
    transport.onRun = () => undefined;
    const first = session.send('a');
    await until(() => session.state().turn === 'running');
    transport.fail('setMetadata', offline());
    const choosing = session.settings.chooseMode('off');
    await session.send('b');
    await choosing;
    expect(transport.calls.filter((call) => call.startsWith('enqueue'))).toEqual([]);
    expect(session.state().queue).toMatchObject([{ text: 'b', standing: 'unsent' }]);
    transport.run.end('success');
    await first;
  });

  it('goes back to what it was when the change fails', async () => {
    const { session, transport } = await waiting();
    transport.fail('setMetadata', offline());
    await session.settings.chooseMode('off');
    expect(session.settings.mode()).toBe('automatic');
    expect(session.settings.problem()).toMatch(/not changed/);
  });

  it('is not guessed when it cannot be read', async () => {
    const { open, transport } = sessionHarness();
    transport.setMessages('thread-9', []);
    transport.fail('readMetadata', offline());
    const session = open('thread-9');
    await session.open();
    expect(session.settings.mode()).toBeUndefined();
    session.leave();
    expect(transport.calls.filter((call) => call.startsWith('delete'))).toEqual([]);
  });
});

describe('a temporary conversation', () => {
  async function temporary() {
    const harness = sessionHarness();
    const session = harness.open();
    await session.settings.chooseMode('temporary');
    return { ...harness, session };
  }

  it('is chosen before its first message, and goes to the server with it', async () => {
    const { session, transport } = await temporary();
    expect(transport.calls).toEqual([]);
    transport.onRun = (run) => run.end('success');
    await session.send('hi');
    expect(transport.metadata.get('thread-1')).toMatchObject({ [MEMORY_MODE_KEY]: 'temporary' });
  });

  it('is not what one with messages can become, nor one that is not read yet', async () => {
    const { open, transport } = sessionHarness();
    transport.setMessages('thread-9', [human('h', 'hi')]);
    const session = open('thread-9');
    const opening = session.open();
    await session.settings.chooseMode('temporary');
    expect(session.settings.canBeTemporary()).toBe(false);
    await opening;
    await session.settings.chooseMode('temporary');
    expect(session.settings.canBeTemporary()).toBe(false);
    expect(session.settings.mode()).toBe('automatic');
    expect(session.settings.problem()).toMatch(/cannot become a temporary one/);
    expect(transport.calls).not.toContain('setMetadata');
  });

  it('is not what one becomes whose first message is on its way', async () => {
    const { session, transport } = setUp();
    transport.onRun = (run) => run.end('success');
    const sending = session.send('hi');
    await session.settings.chooseMode('temporary');
    await sending;
    expect(transport.metadata.get('thread-1')).not.toEqual({ [MEMORY_MODE_KEY]: 'temporary' });
  });

  it('can be kept after all', async () => {
    const { session, transport } = await temporary();
    transport.onRun = (run) => run.end('success');
    await session.send('hi');
    await session.settings.chooseMode('off');
    expect(transport.metadata.get('thread-1')).toMatchObject({ [MEMORY_MODE_KEY]: 'off' });
  });

  it('is left as it is: only its time, and the person, end it', async () => {
    const { session, transport } = await temporary();
    transport.onRun = (run) => run.end('success');
    await session.send('hi');
    session.leave();
    expect(transport.calls.filter((call) => call.startsWith('delete'))).toEqual([]);
  });
});

describe('standing instructions', () => {
  it('wait for the first message, and go with it once', async () => {
    const { open, transport } = sessionHarness();
    const session = open();
    expect(await session.settings.changeStanding(() => [' Metric  units', 'metric units'])).toBe(
      true,
    );
    expect(transport.calls).toEqual([]);
    const sent: unknown[] = [];
    transport.onRun = (run) => {
      sent.push('values' in run.request ? run.request.values : undefined);
      run.end('success');
    };
    await session.send('hi');
    await session.send('again');
    expect(sent).toEqual([{ [STANDING_KEY]: ['Metric units'] }, undefined]);
  });

  it('are changed in the state once there is one; a failure changes nothing', async () => {
    const { session, transport } = await waiting();
    expect(await session.settings.changeStanding(() => ['Metric'])).toBe(true);
    expect(session.settings.standing()).toEqual(['Metric']);
    expect((await transport.readState('thread-9')).values[STANDING_KEY]).toEqual(['Metric']);
    transport.fail('setValues', offline());
    expect(await session.settings.changeStanding(() => [])).toBe(false);
    expect(session.settings.standing()).toEqual(['Metric']);
    expect(session.settings.problem()).toMatch(/Not changed/);
  });

  it('keep both of two changes made at once', async () => {
    const { session, transport } = await waiting();
    await session.settings.changeStanding(() => ['Metric', 'In German']);
    const edit = (list: readonly string[]) =>
      list.map((text) => (text === 'Metric' ? 'Knots' : text));
    const remove = (list: readonly string[]) => list.filter((text) => text !== 'In German');
    await Promise.all([
      session.settings.changeStanding(edit),
      session.settings.changeStanding(remove),
    ]);
    expect((await transport.readState('thread-9')).values[STANDING_KEY]).toEqual(['Knots']);
  });

  it('are refused with a sentence when they are too many', async () => {
    const { session, transport } = await waiting();
    const many = Array.from({ length: 21 }, (_, place) => `Rule ${place}`);
    expect(await session.settings.changeStanding(() => many)).toBe(false);
    expect(session.settings.problem()).toMatch(/at most 20/);
    expect(transport.calls).toEqual([]);
  });
});
