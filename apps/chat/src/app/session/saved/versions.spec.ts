import { describe, expect, it } from 'vitest';

import { STANDING_KEY } from '#contract/standing';

import { offline } from '../../transport/testing/fake-transport';
import { TransportError } from '../../transport/transport-error';
import { ai, human, sessionHarness, texts } from '../testing/session-harness';
import { until } from '../../testing/until';

const T = 'thread-1';
const OLD = [human('a', 'one'), ai('a1', 'first'), human('b', 'two'), ai('b1', 'second')];
const NEW = [...OLD.slice(0, 2), human('x', 'other'), ai('x1', 'another')];

/** An opened thread: two turns, whose second was worded anew once if it is `branched`. */
async function setUp(branched = false) {
  const harness = sessionHarness();
  const { transport } = harness;
  transport.setMessages(T, OLD, { [STANDING_KEY]: ['Metric units'] });
  const old = transport.states.get(T);
  if (old === undefined) throw new Error('no state');
  const links = [
    { checkpointId: 'c2', parentId: 'c1', messageId: 'b' },
    { checkpointId: 'c1', parentId: 'c0', messageId: 'a' },
    { checkpointId: 'c0', parentId: undefined, messageId: 'a' },
  ];
  transport.links.set(T, links);
  if (branched) {
    transport.earlier.set('c2', { ...old, values: { messages: OLD } });
    transport.setMessages(T, NEW, { [STANDING_KEY]: ['Metric units'] });
    transport.metadata.set(T, { branched: true });
    transport.links.set(T, [{ checkpointId: 'c3', parentId: 'c1', messageId: 'x' }, ...links]);
  }
  const session = harness.open(T);
  await session.open();
  transport.calls.length = 0;
  return { ...harness, session };
}

const OLD_TEXTS = ['human: one', 'ai: first', 'human: two', 'ai: second'];

describe('wording a message anew', () => {
  it('goes on from before it, with what should be observed now, and is followed to its end', async () => {
    const { session, transport } = await setUp();
    transport.onRun = () => undefined;
    const done = session.sayAnew('b', 'other');
    await until(() => transport.runs.length === 1);
    expect(texts(session)).toEqual(['human: one', 'ai: first', 'human: other']);
    expect(transport.run.request).toMatchObject({
      text: 'other',
      from: 'c1',
      values: { [STANDING_KEY]: ['Metric units'] },
    });
    expect(transport.run.request.messageId).not.toBe('b');
    transport.setMessages(T, NEW);
    transport.run.end('success');
    await done;
    expect(texts(session)).toEqual(['human: one', 'ai: first', 'human: other', 'ai: another']);
  });

  it('goes on from where the thread began, for the first message', async () => {
    const { session, transport } = await setUp();
    transport.onRun = (run) => run.end('success');
    await session.sayAnew('a', 'anew');
    expect(transport.run.request.from).toBe('c0');
  });

  it.each([
    ['the history cannot be read', 'readLinks' as const],
    ['the turn is refused', 'start' as const],
  ])('shows all as before when %s, and gives the words back', async (_, method) => {
    const { session, transport } = await setUp();
    transport.fail(method, new TransportError('refused', 'No.'));
    session.editing.begin('b', 'other');
    await session.sayAnew('b', 'other');
    expect(transport.runs).toEqual([]);
    expect(texts(session)).toEqual(OLD_TEXTS);
    expect(session.state()).toMatchObject({ turn: 'idle', failure: { error: { message: 'No.' } } });
    expect(session.editing.edit()).toEqual({ messageId: 'b', text: 'other' });
    expect(session.draft.text()).toBe('');
  });

  it('is refused where the history does not reach: it would answer below the old words', async () => {
    const { session, transport } = await setUp();
    transport.links.set(T, []);
    await session.sayAnew('b', 'other');
    expect(transport.runs).toEqual([]);
    expect(texts(session)).toEqual(OLD_TEXTS);
    expect(session.state().failure?.error.message).toContain('cannot be said anew');
  });

  it('is sent once when the reply was lost', async () => {
    const { session, transport } = await setUp();
    transport.losesReply = true;
    transport.onRun = (run) => run.end('success');
    transport.fail('readRuns', offline());
    await session.sayAnew('b', 'other');
    expect(texts(session)).toEqual(OLD_TEXTS);
    transport.losesReply = false;
    await session.sayAnew('b', 'other');
    expect(transport.runs).toHaveLength(1);
  });

  it('is not done while a turn goes on', async () => {
    const { session, transport } = await setUp();
    const going = session.send('three');
    await until(() => transport.runs.length === 1);
    await session.sayAnew('b', 'other');
    expect(transport.runs).toHaveLength(1);
    transport.run.end('success');
    await going;
  });
});

describe('trying again what got no answer', () => {
  async function failed() {
    const harness = await setUp();
    const { session, transport } = harness;
    transport.onRun = (run) => run.fail(new TransportError('run-failed', 'Out.'));
    transport.setMessages(T, [...OLD, human('message-1', 'three')]);
    await session.send('three');
    const before = transport.links.get(T) ?? [];
    transport.links.set(T, [
      { checkpointId: 'c4', parentId: 'c2', messageId: 'message-1' },
      ...before,
    ]);
    return harness;
  }

  it('leaves the question standing once', async () => {
    const { session, transport } = await failed();
    transport.onRun = () => undefined;
    const done = session.send('three');
    await until(() => transport.runs.length === 2);
    expect(transport.run.request.from).toBe('c2');
    expect(texts(session).filter((text) => text === 'human: three')).toHaveLength(1);
    expect(transport.run.request.messageId).toBe('message-1');
    transport.setMessages(T, [...OLD, human('message-1', 'three'), ai('c', 'third')]);
    const tried = { checkpointId: 'c5', parentId: 'c2', messageId: 'message-1' };
    transport.links.set(T, [tried, ...(transport.links.get(T) ?? [])]);
    transport.run.end('success');
    await done;
    expect(texts(session).slice(4)).toEqual(['human: three', 'ai: third']);
    expect(session.state().versions.size).toBe(0);
  });

  it('stays possible when it is refused, and is asked after when its reply is lost', async () => {
    const { session, transport } = await failed();
    transport.fail('start', offline());
    await session.send('three');
    expect(session.draft.text()).toBe('');
    expect(session.state().failure).toMatchObject({
      error: { kind: 'offline' },
      text: 'three',
      messageId: 'message-1',
    });
    expect(texts(session).at(-1)).toBe('human: three');
    transport.losesReply = true;
    transport.onRun = (run) => run.end('success');
    await session.send('three');
    expect(transport.runs).toHaveLength(2);
    expect(session.state().failure).toBeUndefined();
  });

  it('follows below other words, and below a failure whose place the history does not say', async () => {
    const { session, transport } = await failed();
    transport.onRun = (run) => run.end('success');
    await session.send('something else');
    expect(transport.run.request.from).toBeUndefined();
    const again = await failed();
    again.transport.links.set(T, []);
    again.transport.onRun = (run) => run.end('success');
    await again.session.send('three');
    expect(again.transport.run.request.from).toBeUndefined();
    expect(texts(again.session)).toContain('human: three');
  });
});

describe('versions', () => {
  it('are read on opening only where the conversation has branches', async () => {
    const plain = sessionHarness();
    plain.transport.setMessages(T, OLD);
    await plain.open(T).open();
    expect(plain.transport.calls).not.toContain('readLinks');
    const { session } = await setUp(true);
    expect(session.state().versions.get('x')).toMatchObject({ number: 2, count: 2 });
  });

  it('are shown as their checkpoint holds them, by reads alone, and left again', async () => {
    const { session, transport } = await setUp(true);
    await session.versions.step('x', 'previous');
    expect(texts(session)).toEqual(OLD_TEXTS);
    expect(session.state()).toMatchObject({ older: 'c2', standing: ['Metric units'] });
    expect(session.state().versions.get('b')).toMatchObject({ number: 1, count: 2 });
    expect(transport.calls).toEqual(['readLinks', 'readState c2']);
    await session.versions.step('b', 'next');
    expect(texts(session).at(-1)).toBe('ai: another');
    expect(session.state().older).toBeUndefined();
  });

  it('keep the offer to send again what got no answer, when it is left and shown again', async () => {
    const { session, transport } = await setUp(true);
    const done = session.send('again?');
    await until(() => transport.runs.length === 1);
    transport.setMessages(T, [...NEW, human('message-1', 'again?')]);
    transport.run.tell('error', { error: 'bad-key', message: 'The key was refused.' });
    transport.run.end('error');
    await done;
    const offer = { text: 'again?', messageId: 'message-1' };
    expect(session.state().failure).toMatchObject(offer);
    await session.versions.step('x', 'previous');
    expect(session.state()).toMatchObject({ older: 'c2', failure: undefined });
    await session.versions.showNewest();
    expect(session.state().failure).toMatchObject(offer);
    expect(session.state().failure?.error.message).toBe('The key was refused.');
  });

  it('shown earlier are gone on from: the message follows what is on the page', async () => {
    const { session, transport } = await setUp(true);
    await session.versions.step('x', 'previous');
    const done = session.send('and then');
    await until(() => transport.runs.length === 1);
    expect(transport.run.request).toMatchObject({ from: 'c2', text: 'and then' });
    expect(texts(session)).toEqual([...OLD_TEXTS, 'human: and then']);
    transport.run.end('success');
    await done;
    expect(session.state().older).toBeUndefined();
  });

  it('stay on the page when sending from them is refused', async () => {
    const { session, transport } = await setUp(true);
    await session.versions.step('x', 'previous');
    transport.fail('start', offline());
    transport.fail('readRuns', offline());
    await session.send('and then');
    expect(texts(session)).toEqual(OLD_TEXTS);
    expect(session.state().older).toBe('c2');
    expect(session.draft.text()).toBe('and then');
  });

  it('that cannot be read leave the page as it is, and say so', async () => {
    const { session, transport } = await setUp(true);
    transport.fail('readState', offline());
    await session.versions.step('x', 'previous');
    expect(texts(session).at(-1)).toBe('ai: another');
    expect(session.state().versionProblem?.kind).toBe('offline');
    await session.versions.step('x', 'previous');
    expect(session.state()).toMatchObject({ older: 'c2', versionProblem: undefined });
  });

  it('begun in another tab are shown here from the place where they part', async () => {
    const { session, transport } = await setUp();
    const old = transport.states.get(T);
    if (old === undefined) throw new Error('no state');
    transport.earlier.set('c1', { ...old, values: { messages: OLD.slice(0, 2) } });
    const assistant = { graphId: 'memory', takesScope: true };
    const request = { threadId: T, assistant, messageId: 'x', text: 'other', from: 'c1' };
    await transport.enqueue({ ...request, whenBusy: 'enqueue' });
    const looked = session.lookAgain();
    await until(() => session.state().turn === 'running');
    expect(texts(session)).toEqual(['human: one', 'ai: first', 'human: other']);
    transport.setMessages(T, NEW);
    transport.run.end('success');
    await looked;
    expect(texts(session).at(-1)).toBe('ai: another');
  });
});
