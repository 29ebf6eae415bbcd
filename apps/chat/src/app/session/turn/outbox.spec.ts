import { describe, expect, it } from 'vitest';

import { offline } from '../../transport/testing/fake-transport';
import { TransportError } from '../../transport/transport-error';
import { ai, human, queued, sessionHarness, texts } from '../testing/session-harness';
import { until } from '../../testing/until';

/** A conversation whose first message is being answered. */
async function answering(harness = sessionHarness()) {
  const session = harness.open();
  const sent = session.send('one');
  await until(() => session.state().turn === 'running');
  return { ...harness, session, sent };
}

const authored = (calls: readonly string[]) =>
  calls.filter((call) => /^(start|enqueue)/.test(call));

describe('a message sent while an answer goes on', () => {
  it('waits in the server’s queue, in order, and is taken up when its turn comes', async () => {
    const { session, sent, transport } = await answering();
    const behind = [session.send('two'), session.send('three')];
    expect(queued(session)).toEqual(['sending: two', 'sending: three']);
    await Promise.all(behind);
    expect(queued(session)).toEqual(['waiting: two', 'waiting: three']);
    expect(authored(transport.calls)).toEqual(['start', 'enqueue enqueue', 'enqueue enqueue']);
    expect(transport.runs.map(({ request }) => request.text)).toEqual(['one', 'two', 'three']);

    transport.runs[0]?.end('success');
    await until(() => texts(session).includes('human: two'));
    expect(session.state().turn).toBe('running');
    expect(queued(session)).toEqual(['waiting: three']);
    transport.runs[1]?.end('success');
    await until(() => texts(session).includes('human: three'));
    transport.runs[2]?.end('success');
    await sent;
    expect(session.state()).toMatchObject({ turn: 'idle', queue: [] });
  });

  it('leaves only once the message before it was accepted', async () => {
    const harness = sessionHarness();
    const { session, transport } = await answering(harness);
    const { session: other } = await answering(harness);
    const accepted = Promise.withResolvers<undefined>();
    const asked: string[] = [];
    const enqueue = transport.enqueue.bind(transport);
    transport.enqueue = async (request) => {
      asked.push(request.text);
      if (request.text === 'two') await accepted.promise;
      return enqueue(request);
    };
    const behind = [session.send('two'), session.send('three')];
    // What goes the same way later, with nothing before it, has arrived: so would the third have.
    await other.send('elsewhere');
    expect(asked).toEqual(['two', 'elsewhere']);
    accepted.resolve(undefined);
    await Promise.all(behind);
    expect(asked).toEqual(['two', 'elsewhere', 'three']);
  });

  it('does not leave at all when the message before it was refused', async () => {
    const { open, transport } = sessionHarness();
    transport.fail('createThread', new TransportError('server', 'The server failed.'));
    const session = open();
    const sent = session.send('one');
    await Promise.all([session.send('two'), sent]);
    expect(queued(session)).toEqual(['unsent: two']);
    expect(session.draft.text()).toBe('one');
    expect(authored(transport.calls)).toEqual([]);
  });

  it('keeps its words when it is refused, and is sent again when asked', async () => {
    const { session, sent, transport } = await answering();
    transport.fail('enqueue', offline());
    await session.send('two');
    expect(session.state().queue).toMatchObject([
      { standing: 'unsent', problem: expect.stringContaining('could not be reached') as string },
    ]);
    await session.sendAgain('message-2');
    expect(queued(session)).toEqual(['waiting: two']);
    transport.runs[0]?.end('success');
    await until(() => session.state().sent?.text === 'two');
    transport.runs[1]?.end('success');
    await sent;
  });

  it('is not sent twice when only the reply was lost', async () => {
    const { session, transport } = await answering();
    const enqueue = transport.enqueue.bind(transport);
    transport.enqueue = async (request) => {
      await enqueue(request);
      throw offline();
    };
    await session.send('two');
    expect(queued(session)).toEqual(['unsent: two']);
    await session.sendAgain('message-2');
    expect(transport.runs).toHaveLength(2);
    expect(queued(session)).toEqual(['waiting: two']);
  });

  it('is taken up although the answer before it ended while it was on its way', async () => {
    const { session, sent, transport } = await answering();
    const accepted = Promise.withResolvers<undefined>();
    const enqueue = transport.enqueue.bind(transport);
    transport.enqueue = async (request) => {
      await accepted.promise;
      return enqueue(request);
    };
    const behind = session.send('two');
    transport.runs[0]?.end('success');
    await sent;
    expect(session.state().turn).toBe('idle');
    // What is sent now goes behind it all the same.
    const third = session.send('three');
    accepted.resolve(undefined);
    await until(() => session.state().sent?.text === 'two');
    transport.runs[1]?.end('success');
    await until(() => session.state().sent?.text === 'three');
    transport.runs[2]?.end('success');
    await Promise.all([behind, third]);
    expect(transport.runs.map(({ request }) => request.text)).toEqual(['one', 'two', 'three']);
  });
});

describe('a message that interrupts', () => {
  it('ends the answer, is taken up next, and leaves the words that waited to the conversation', async () => {
    const { session, transport } = await answering();
    await session.send('two');
    const third = session.send('three', 'interrupt');
    await until(() => session.state().sent?.text === 'three');
    expect(queued(session)).toEqual([]);
    expect(transport.runs.map(({ status }) => status)).toEqual([
      'interrupted',
      'interrupted',
      'running',
    ]);
    transport.runs[2]?.end('success');
    await third;
  });
});

describe('calling off', () => {
  it('removes a waiting message once the server has confirmed it', async () => {
    const { session, transport } = await answering();
    await session.send('two');
    const called = session.callOff('message-2');
    expect(queued(session)).toEqual(['cancelling: two']);
    await called;
    expect(queued(session)).toEqual([]);
    expect(transport.runs[1]?.status).toBe('interrupted');
    expect(transport.runs[0]?.status).toBe('running');
  });

  it('says so when the server cannot be reached, and the message still waits', async () => {
    const { session, transport } = await answering();
    await session.send('two');
    transport.fail('cancel', offline());
    await session.callOff('message-2');
    expect(queued(session)).toEqual(['waiting: two']);
    expect(session.state().queue[0]?.problem).toMatch(/not cancelled/i);
  });

  it('is not taken for a stop by a view that opens the conversation later', async () => {
    const { open, session, transport } = await answering();
    await session.send('two');
    await session.callOff('message-2');
    transport.setMessages('thread-1', [human('message-1', 'one'), ai('a', 'Yes')]);
    transport.runs[0]?.end('success');
    const later = open('thread-1');
    await later.open();
    expect(later.state()).toMatchObject({ stopped: false, failure: undefined, queue: [] });
  });
});

describe('other views of the thread', () => {
  it('read what waits, and follow the turns one after the other', async () => {
    const { open, session, transport } = await answering();
    await session.send('two');
    const second = open('thread-1');
    const opened = second.open();
    await until(() => second.state().turn === 'running');
    expect(texts(second)).toEqual(['human: one']);
    expect(queued(second)).toEqual(['waiting: two']);
    transport.runs[0]?.end('success');
    await until(() => second.state().sent?.text === 'two');
    transport.runs[1]?.end('success');
    await opened;
    expect(second.state()).toMatchObject({ turn: 'idle', queue: [] });
  });

  it('are told of each change, and show it by reading again', async () => {
    const { changed, open, session, transport } = await answering();
    const second = open('thread-1');
    void second.open();
    await until(() => second.state().turn === 'running');
    const before = changed.length;
    await session.send('two');
    expect(changed.slice(before)).toEqual(['thread-1']);
    await second.lookAgain();
    expect(queued(second)).toEqual(['waiting: two']);
    await session.callOff('message-2');
    expect(changed.slice(before)).toEqual(['thread-1', 'thread-1']);
    await second.lookAgain();
    expect(queued(second)).toEqual([]);
    transport.runs[0]?.end('success');
  });

  it('join a turn that began without them, and drop what they knew of the last one', async () => {
    const { open, session, sent, transport } = await answering();
    transport.runs[0]?.fail(new TransportError('run-failed', 'The key was refused.'));
    await sent;
    const second = open('thread-1');
    await second.open();
    expect(second.state().failure?.error.message).toBe('The key was refused.');
    const again = session.send('again');
    await until(() => transport.runs.length === 2);
    const looked = second.lookAgain();
    await until(() => second.state().turn === 'running');
    expect(second.state()).toMatchObject({ failure: undefined, sent: { text: 'again' } });
    transport.runs[1]?.end('success');
    await Promise.all([again, looked]);
  });

  it('leave everything as it is when nothing has happened, or the server is away', async () => {
    const { session, sent, transport } = await answering();
    transport.runs[0]?.end('success');
    await sent;
    const before = session.state();
    await session.lookAgain();
    transport.fail('readRuns', offline());
    await session.lookAgain();
    expect(session.state()).toEqual(before);
  });
});

it('says of an earlier message that it got no answer, once the next turn has begun', async () => {
  const { session, sent, transport } = await answering();
  await session.send('two');
  transport.runs[0]?.fail(new TransportError('run-failed', 'The key was refused.'));
  await until(() => session.state().sent?.text === 'two');
  const { unanswered } = session.state();
  expect([...unanswered].map(([id, { error }]) => [id, error.message])).toEqual([
    ['message-1', 'The key was refused.'],
  ]);
  expect(session.state().failure).toBeUndefined();
  expect(session.draft.text()).toBe('');
  transport.runs[1]?.end('success');
  await sent;
});
