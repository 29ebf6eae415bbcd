import { describe, expect, it, vi } from 'vitest';

import {
  MEMORY_EVENT,
  MEMORY_PATH,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
} from '#contract/names';

import { offline, type TransportTwin } from '../transport/transport-twin';
import { TransportError } from '../transport/transport-error';
import { ai, AT, chunk, human, sessionBench, texts } from './testing/session-bench';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';

function setUp(threadId?: string) {
  const bench = sessionBench();
  return { ...bench, session: bench.open(threadId) };
}

const observation = (phase: string, text: string) => ({
  name: MEMORY_EVENT,
  data: { memory_contents: { [MEMORY_PATH]: text }, memory_scope_owner: SCOPE, phase },
});
const privateState = (text: string) => ({
  [PRIVATE_CONTENTS_KEY]: { [MEMORY_PATH]: text },
  [PRIVATE_OWNER_KEY]: SCOPE,
});

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
    await vi.waitUntil(() => texts(session).includes('ai: Hello'));
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

  it('gives the words back when the model failed, with its sentence, keeping the transcript', async () => {
    const { session, transport } = setUp();
    transport.onRun = (run) => {
      run.tell('error', { error: 'AuthenticationError', message: 'The key was refused.' });
      run.end('error');
    };
    await session.send('my words');
    expect(session.draft.text()).toBe('my words');
    expect(session.state().failure?.error.message).toBe('The key was refused.');
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
    await vi.waitUntil(() => texts(session).includes('ai: Yes'));
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
    await vi.waitUntil(() => texts(first).includes('ai: Wor'));
    first.leave();
    transport.setMessages('thread-1', [human('message-1', 'hi'), ai('a', 'Hello')]);
    const second = open('thread-1');
    const opened = second.open();
    await vi.waitUntil(() => texts(second).includes('ai: Wor'));
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

  it('shows the words of a run that has no checkpoint yet, and gives them back if it fails', async () => {
    const { open, transport } = setUp();
    void open().send('my words');
    await vi.waitUntil(() => transport.runs.length > 0);
    const second = open('thread-1');
    const opened = second.open();
    await vi.waitUntil(() => second.state().turn === 'running');
    expect(texts(second)).toEqual(['human: my words']);
    transport.run.failure = new TransportError('run-failed', 'The key was refused.');
    transport.run.end('error');
    await opened;
    expect(second.state().failure?.error.message).toBe('The key was refused.');
    expect(second.draft.text()).toBe('my words');
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
    await vi.waitUntil(() => texts(session).includes('ai: Half an ans'));
    transport.run.tell('metadata', { run_id: transport.run.runId, attempt: 2 });
    await vi.waitUntil(() => texts(session).length === 1);
    expect(session.state().received).toBeUndefined();
    transport.run.end('success');
    await sent;
  });
});

describe('stop', () => {
  it('is told as stopping until confirmed, and keeps what was said', async () => {
    const { session, transport } = setUp();
    transport.onRun = (run) => run.tell('messages', chunk('a', 'So far'));
    const sent = session.send('hi');
    await vi.waitUntil(() => texts(session).includes('ai: So far'));
    const stopped = session.stop();
    expect(session.state().turn).toBe('stopping');
    await Promise.all([stopped, sent]);
    expect(session.state()).toMatchObject({ turn: 'idle', stopped: true });
    expect(texts(session)).toContain('ai: So far');
    expect(transport.calls.filter((call) => call.startsWith('cancel'))).toEqual(['cancel run-1']);
  });

  it('goes on when the server does not stop, and says so', async () => {
    const { session, transport } = setUp();
    const sent = session.send('hi');
    await vi.waitUntil(() => session.state().turn === 'running');
    transport.fail('cancel', offline());
    await session.stop();
    expect(session.state().turn).toBe('running');
    expect(session.state().stopFailure?.kind).toBe('offline');
    transport.run.end('success');
    await sent;
  });

  it('asked before the run exists, stops it as soon as it does', async () => {
    const { session, transport } = setUp();
    const sent = session.send('hi');
    await session.stop();
    await sent;
    expect(transport.run.status).toBe('interrupted');
    expect(session.state().stopped).toBe(true);
  });

  it('is told as stopping although the connection comes and goes', async () => {
    const { session, transport } = setUp();
    transport.onRun = (run) => run.tell('messages', chunk('a', 'So far'));
    const sent = session.send('hi');
    await vi.waitUntil(() => texts(session).includes('ai: So far'));
    const confirmed = Promise.withResolvers<undefined>();
    transport.cancel = async () => {
      await confirmed.promise;
      transport.run.end('interrupted');
    };
    const stopped = session.stop();
    transport.run.breakConnections();
    await vi.waitUntil(() => transport.calls.includes('join 0'));
    expect(session.state().turn).toBe('stopping');
    confirmed.resolve(undefined);
    await Promise.all([stopped, sent]);
    expect(session.state()).toMatchObject({ turn: 'idle', stopped: true });
  });

  it('gives words back that no turn has taken up', async () => {
    const { session } = setUp();
    const sent = session.send('hi');
    await vi.waitUntil(() => session.state().turn === 'running');
    await session.stop();
    await sent;
    expect(session.draft.text()).toBe('hi');
  });

  it('shows an answer that the server has marked as cut, later turns too', async () => {
    const { open, transport } = setUp();
    const cut = ai('a', 'So far', { response_metadata: { cut: true } });
    transport.setMessages('thread-1', [human('h', 'hi'), cut, human('i', 'on'), ai('b', 'Done')]);
    const session = open('thread-1');
    await session.open();
    expect(session.state().messages.map((message) => message.cut)).toEqual([
      false,
      true,
      false,
      false,
    ]);
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

describe('evidence and confirmation', () => {
  const finish = (transport: TransportTwin, phase: string, loaded: string) => {
    transport.onRun = (run) => {
      run.tell('custom', observation('initial', ''));
      run.tell('updates', { model: { messages: [ai('a', 'Noted')] } });
      run.tell('custom', observation(phase, 'fact'));
      const messages = [human(run.request.messageId, 'hi'), ai('a', loaded)];
      transport.setMessages('thread-1', messages, privateState('fact'));
      run.end('success');
    };
  };

  it('confirms a checkpoint that holds the turn in full', async () => {
    const { session, transport } = setUp();
    finish(transport, 'terminal', 'Noted');
    await session.send('hi');
    expect(session.state().confirmation).toEqual({ saved: true, at: AT });
  });

  it.each([
    ['the answer stored is another', 'terminal', 'Other', /differs/],
    ['the terminal observation is missing', 'model', 'Noted', /not observed/],
  ])('confirms nothing when %s', async (_what, phase, loaded, reason) => {
    const { session, transport } = setUp();
    finish(transport, phase, loaded);
    await session.send('hi');
    expect(session.state().confirmation).toMatchObject({ saved: false });
    expect(JSON.stringify(session.state().confirmation)).toMatch(reason);
  });

  it('confirms nothing when the history has moved on', async () => {
    const { session, transport } = setUp();
    finish(transport, 'terminal', 'Noted');
    transport.readHistoryHead = () => Promise.resolve('checkpoint-newer');
    await session.send('hi');
    expect(session.state().confirmation).toEqual({
      saved: false,
      reason: 'the conversation has moved on since',
    });
  });

  it('confirms nothing when the history cannot be read', async () => {
    const { session, transport } = setUp();
    finish(transport, 'terminal', 'Noted');
    transport.fail('readHistoryHead', offline());
    await session.send('hi');
    expect(session.state().confirmation).toMatchObject({ saved: false });
    expect(session.state().failure).toBeUndefined();
  });

  it('clears live evidence and confirmation at once with a new turn', async () => {
    const { session, transport } = setUp();
    finish(transport, 'terminal', 'Noted');
    await session.send('hi');
    transport.onRun = () => undefined;
    const sent = session.send('more');
    expect(session.state()).toMatchObject({ received: undefined, confirmation: undefined });
    await vi.waitUntil(() => transport.runs.length === 2);
    transport.run.end('success');
    await sent;
  });
});
