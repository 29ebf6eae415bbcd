import { describe, expect, it } from 'vitest';

import { offline } from '../transport/testing/fake-transport';
import { TransportError } from '../transport/transport-error';
import {
  ai,
  AT,
  chunk,
  human,
  observation,
  privateState,
  setUp,
  texts,
} from './testing/session-harness';
import { until } from '../testing/until';

describe('the first send', () => {
  it('creates the thread, later sends reuse it', async () => {
    const { session, transport, threadsCreated } = setUp();
    transport.onRun = (run) => run.end('success');
    await session.send('one');
    await session.send('two');
    expect(transport.calls.filter((call) => call === 'createThread')).toHaveLength(1);
    expect(transport.runs.map(({ request }) => request.threadId)).toEqual(['thread-1', 'thread-1']);
    expect(threadsCreated).toEqual(['thread-1']);
  });

  it('is the first call of all: nothing is authored before', () => {
    const { session, transport } = setUp();
    session.draft.write('typing');
    session.leave();
    expect(transport.calls).toEqual([]);
  });

  it('shows the message at once and streams the answer', async () => {
    const { session, transport } = setUp();
    transport.onRun = (run) => {
      run.tell('metadata', { run_id: run.runId, attempt: 1 });
      run.tell('messages', chunk('a', 'Hel'));
      run.tell('messages', chunk('a', 'lo'));
    };
    const sent = session.send('hi');
    expect(texts(session)).toEqual(['human: hi']);
    await until(() => texts(session).includes('ai: Hello'));
    expect(session.state().turn).toBe('running');
    transport.run.end('success');
    transport.setMessages('thread-1', [human('message-1', 'hi'), ai('a', 'Hello')]);
    await sent;
    expect(session.state().turn).toBe('idle');
    expect(texts(session)).toEqual(['human: hi', 'ai: Hello']);
  });
});

describe('a refused or failed send', () => {
  it('gives the words back when the thread cannot be created, and keeps no message', async () => {
    const { session, transport } = setUp();
    transport.fail('createThread', new TransportError('scope-blocked', 'Reload.'));
    session.draft.write('my words');
    await session.send('my words');
    expect(session.draft.text()).toBe('my words');
    expect(session.state().messages).toEqual([]);
    expect(session.state().failure?.error.message).toBe('Reload.');
    expect(transport.calls).toEqual(['createThread']);
  });

  it('leaves the words standing once when the model failed, with its sentence', async () => {
    const { session, transport } = setUp();
    transport.onRun = (run) => {
      run.tell('error', { error: 'AuthenticationError', message: 'The key was refused.' });
      run.end('error');
    };
    session.draft.write('my words');
    await session.send('my words');
    expect(session.draft.text()).toBe('');
    expect(session.state().failure).toMatchObject({
      error: { message: 'The key was refused.' },
      text: 'my words',
      messageId: 'message-1',
    });
    expect(texts(session)).toEqual(['human: my words']);
  });

  it('does not overwrite what the person has begun to type', async () => {
    const { session, transport } = setUp();
    transport.fail('start', new TransportError('busy', 'Still answering.'));
    const sent = session.send('old words');
    session.draft.write('new words');
    await sent;
    expect(session.draft.text()).toBe('new words');
    expect(session.state().failure?.text).toBe('old words');
  });

  it('follows a turn that the server took although its reply was lost', async () => {
    const { session, transport } = setUp();
    transport.losesReply = true;
    transport.onRun = (run) => run.tell('messages', chunk('a', 'Yes'));
    const sent = session.send('hi');
    await until(() => texts(session).includes('ai: Yes'));
    transport.setMessages('thread-1', [human('message-1', 'hi'), ai('a', 'Yes')]);
    transport.run.end('success');
    await sent;
    expect(transport.runs).toHaveLength(1);
    expect(session.state().failure).toBeUndefined();
  });

  it('asks before it sends words of unknown fate again', async () => {
    const { session, transport } = setUp();
    transport.losesReply = true;
    transport.fail('readRuns', offline());
    await session.send('hi');
    expect(session.draft.text()).toBe('hi');
    transport.setMessages('thread-1', [human('message-1', 'hi'), ai('a', 'Yes')]);
    transport.run.end('success');
    await session.send('hi');
    expect(transport.runs).toHaveLength(1);
    expect(texts(session)).toEqual(['human: hi', 'ai: Yes']);
    expect(session.draft.text()).toBe('');
  });
});

describe('reopening', () => {
  it('reads and never writes', async () => {
    const { session, transport } = setUp('thread-9');
    transport.setMessages('thread-9', [human('h', 'hi'), ai('a', 'Hello')], privateState('x'));
    await session.open();
    expect(texts(session)).toEqual(['human: hi', 'ai: Hello']);
    expect(session.state().stored).toMatchObject({ found: 'valid' });
    expect(transport.calls.toSorted()).toEqual(['readMetadata', 'readRuns', 'readState']);
  });

  it('says that the newest turn is saved only by reads made now', async () => {
    const { open, transport } = setUp();
    transport.onRun = (run) => run.end('success');
    const first = open();
    await first.send('hi');
    transport.setMessages(
      'thread-1',
      [human('message-1', 'hi'), ai('a', 'Hello')],
      privateState('x'),
    );
    transport.calls.length = 0;
    const second = open('thread-1');
    await second.open();
    expect(second.state().confirmation).toEqual({ saved: true, at: AT });
    expect(transport.calls.every((call) => call.startsWith('read'))).toBe(true);
    transport.fail('readHistoryHead', offline());
    const third = open('thread-1');
    await third.open();
    expect(third.state().confirmation).toMatchObject({ saved: false });
    expect(texts(third)).toEqual(['human: hi', 'ai: Hello']);
  });

  it('joins a run in progress and shows its text once', async () => {
    const { open, transport } = setUp();
    transport.onRun = (run) => {
      run.tell('messages', chunk('a', 'Hel'));
      run.tell('updates', { model: { messages: [ai('a', 'Hello')] } });
      run.tell('messages', chunk('b', 'Wor'));
    };
    const first = open();
    void first.send('hi');
    await until(() => texts(first).includes('ai: Wor'));
    first.leave();
    transport.setMessages('thread-1', [human('message-1', 'hi'), ai('a', 'Hello')]);
    const second = open('thread-1');
    const opened = second.open();
    await until(() => texts(second).includes('ai: Wor'));
    transport.run.tell('messages', chunk('b', 'ld'));
    transport.setMessages('thread-1', [
      human('message-1', 'hi'),
      ai('a', 'Hello'),
      ai('b', 'World'),
    ]);
    transport.run.end('success');
    await opened;
    expect(texts(second)).toEqual(['human: hi', 'ai: Hello', 'ai: World']);
    expect(texts(first)).toEqual(['human: hi', 'ai: Hello', 'ai: Wor']);
  });

  it('shows the words of a run that has no checkpoint yet, and offers to try again if it fails', async () => {
    const { open, transport } = setUp();
    void open().send('my words');
    await until(() => transport.runs.length > 0);
    const second = open('thread-1');
    const opened = second.open();
    await until(() => second.state().turn === 'running');
    expect(texts(second)).toEqual(['human: my words']);
    transport.run.failure = new TransportError('run-failed', 'The key was refused.');
    transport.run.end('error');
    await opened;
    expect(second.state().failure).toMatchObject({
      error: { message: 'The key was refused.' },
      text: 'my words',
      messageId: 'message-1',
    });
    expect(texts(second)).toEqual(['human: my words']);
  });

  it('says when the conversation is not there', async () => {
    const { session } = setUp('thread-unknown');
    await session.open();
    expect(session.state().failure?.error.kind).toBe('not-found');
    expect(session.state().opening).toBe(false);
  });
});

describe('a later attempt of the server', () => {
  it('drops what a broken attempt left unfinished', async () => {
    const { session, transport } = setUp();
    transport.onRun = (run) => {
      run.tell('metadata', { run_id: run.runId, attempt: 1 });
      run.tell('custom', observation('model', 'old'));
      run.tell('messages', chunk('a', 'Half an ans'));
    };
    const sent = session.send('hi');
    await until(() => texts(session).includes('ai: Half an ans'));
    transport.run.tell('metadata', { run_id: transport.run.runId, attempt: 2 });
    await until(() => texts(session).length === 1);
    expect(session.state().received).toBeUndefined();
    transport.run.end('success');
    await sent;
  });
});

describe('leaving', () => {
  it('delivers a message on its way, shows nothing of it, and moves no address', async () => {
    const { session, transport, threadsCreated } = setUp();
    transport.onRun = (run) => run.tell('messages', chunk('a', 'late'));
    const sent = session.send('hi');
    session.leave();
    const before = session.state();
    await sent;
    expect(transport.runs).toHaveLength(1);
    expect(threadsCreated).toEqual([]);
    expect(session.state()).toBe(before);
  });
});
