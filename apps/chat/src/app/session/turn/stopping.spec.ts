import { describe, expect, it } from 'vitest';

import { offline } from '../../transport/testing/fake-transport';
import { ai, chunk, human, setUp, texts } from '../testing/session-harness';
import { until } from '../../testing/until';

describe('stop', () => {
  it('is told as stopping until confirmed, and keeps what was said', async () => {
    const { session, transport } = setUp();
    transport.onRun = (run) => run.tell('messages', chunk('a', 'So far'));
    const sent = session.send('hi');
    await until(() => texts(session).includes('ai: So far'));
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
    await until(() => session.state().turn === 'running');
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
    await until(() => texts(session).includes('ai: So far'));
    const confirmed = Promise.withResolvers<undefined>();
    transport.cancel = async () => {
      await confirmed.promise;
      transport.run.end('interrupted');
    };
    const stopped = session.stop();
    transport.run.breakConnections();
    await until(() => transport.calls.includes('join 0'));
    expect(session.state().turn).toBe('stopping');
    confirmed.resolve(undefined);
    await Promise.all([stopped, sent]);
    expect(session.state()).toMatchObject({ turn: 'idle', stopped: true });
  });

  it('gives words back that no turn has taken up', async () => {
    const { session } = setUp();
    const sent = session.send('hi');
    await until(() => session.state().turn === 'running');
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
