import { describe, expect, it } from 'vitest';

import {
  MEMORY_EVENT,
  MEMORY_PATH,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
} from '#contract/names';

import { offline } from '../../transport/testing/fake-transport';
import { TransportError } from '../../transport/transport-error';
import { ai, AT, chunk, human, sessionHarness, texts } from '../testing/session-harness';
import { until } from '../../testing/until';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';

/** A turn whose answer has begun to arrive. */
async function midAnswer() {
  const harness = sessionHarness();
  harness.transport.onRun = (run) => run.tell('messages', chunk('a', 'Hel'));
  const session = harness.open();
  const sent = session.send('hi');
  await until(() => texts(session).includes('ai: Hel'));
  return { ...harness, session, sent };
}

describe('reading a run', () => {
  it('goes on after the last event, without repeat, and sends nothing again', async () => {
    const { pauses, sent, session, transport } = await midAnswer();
    transport.fail('readRun', offline(), offline());
    transport.run.breakConnections();
    transport.run.tell('messages', chunk('a', 'lo'));
    await until(() => texts(session).includes('ai: Hello'));
    transport.run.end('success');
    await sent;
    expect(transport.calls).toContain('join 0');
    expect(transport.runs).toHaveLength(1);
    expect(pauses.slice(0, 2)).toEqual([500, 1000]);
  });

  it('reads the rest of a run that ended while there was no connection', async () => {
    const { sent, session, transport } = await midAnswer();
    transport.run.breakConnections();
    const contents = { [MEMORY_PATH]: 'fact' };
    transport.run.tell('custom', {
      name: MEMORY_EVENT,
      data: { memory_contents: contents, memory_scope_owner: SCOPE, phase: 'terminal' },
    });
    transport.run.tell('updates', { model: { messages: [ai('a', 'Hello')] } });
    transport.setMessages('thread-1', [human('message-1', 'hi'), ai('a', 'Hello')], {
      [PRIVATE_CONTENTS_KEY]: contents,
      [PRIVATE_OWNER_KEY]: SCOPE,
    });
    transport.run.end('success');
    await sent;
    expect(transport.calls).toContain('join 0');
    expect(session.state().confirmation).toEqual({ saved: true, at: AT });
  });

  it('ends with a run whose events the server no longer has', async () => {
    const { sent, session, transport } = await midAnswer();
    transport.fail('join', new TransportError('not-found', 'There are no such events.'));
    transport.run.breakConnections();
    transport.run.end('success');
    await sent;
    expect(session.state()).toMatchObject({ turn: 'idle', failure: undefined });
  });

  it('waits between attempts for as long as they fail, and not for a new network', async () => {
    const { pauses, sent, session, transport } = await midAnswer();
    const joins = () => transport.calls.filter((call) => call === 'join 0').length;
    transport.fail('readRun', ...Array.from({ length: 6 }, offline));
    session.reconnect();
    await until(() => joins() === 1);
    expect(pauses).toEqual([500, 1000, 2000, 5000, 5000, 5000]);
    session.reconnect();
    await until(() => joins() === 2);
    expect(pauses).toHaveLength(6);
    transport.run.tell('messages', chunk('a', 'lo'));
    await until(() => texts(session).includes('ai: Hello'));
    transport.run.end('success');
    await sent;
  });

  it('never cuts a message off that is on its way', async () => {
    const { open, transport } = sessionHarness();
    const accepted = Promise.withResolvers<undefined>();
    const start = transport.start.bind(transport);
    transport.start = async function* (request, signal) {
      await accepted.promise;
      yield* start(request, signal);
    };
    transport.onRun = (run) => run.end('success');
    const session = open();
    const sent = session.send('hi');
    session.reconnect();
    accepted.resolve(undefined);
    await sent;
    expect(transport.runs).toHaveLength(1);
    expect(session.state().failure).toBeUndefined();
  });
});
