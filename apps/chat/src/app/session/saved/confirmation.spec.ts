import { describe, expect, it } from 'vitest';

import { offline, type FakeTransport } from '../../transport/testing/fake-transport';
import { ai, AT, human, observation, privateState, setUp } from '../testing/session-harness';
import { until } from '../../testing/until';

describe('evidence and confirmation', () => {
  const finish = (transport: FakeTransport, phase: string, loaded: string) => {
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
    await until(() => transport.runs.length === 2);
    transport.run.end('success');
    await sent;
  });
});
