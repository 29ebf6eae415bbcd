import { describe, expect, it } from 'vitest';

import {
  MEMORY_EVENT,
  MEMORY_PATH,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
} from '#contract/names';

import { offline } from '../../transport/testing/fake-transport';
import { ai, AT, human, SCOPE, sessionHarness, texts } from '../testing/session-harness';

const CALL = [{ id: 'call', name: 'look', args: {} }];
const SAID = [
  human('a', 'one'),
  ai('a1', '', { tool_calls: CALL }),
  { type: 'tool', id: 'a2', tool_call_id: 'call', content: 'seen' },
  ai('a3', 'first'),
  human('b', 'two'),
  ai('b1', 'second'),
];
const NEWEST = ['human: two', 'ai: second'];
const ALL = ['human: one', 'ai: ', 'ai: first', ...NEWEST];
const CONTENTS = { [MEMORY_PATH]: 'fact' };
const OBSERVED = { [PRIVATE_CONTENTS_KEY]: CONTENTS, [PRIVATE_OWNER_KEY]: SCOPE };

async function opened() {
  const harness = sessionHarness();
  const { transport } = harness;
  transport.setMessages('t', SAID, OBSERVED);
  transport.newest = 2;
  const session = harness.open('t');
  await session.open();
  return { session, transport };
}

describe('a long conversation that is opened', () => {
  it('shows its newest messages, and knows of the others by id', async () => {
    const { session } = await opened();
    expect(texts(session)).toEqual(NEWEST);
    expect(session.state().earlier).toEqual(['a', 'a1', 'a2', 'a3']);
  });

  it('has the others in front of them once they are asked for, read once', async () => {
    const { session, transport } = await opened();
    const [, newest] = session.state().messages;
    transport.calls.length = 0;
    await Promise.all([session.earlier.read(), session.earlier.read()]);
    expect(texts(session)).toEqual(ALL);
    expect(session.state().messages[1]?.toolCalls[0]?.result?.text).toBe('seen');
    expect(session.state().messages.at(-1)).toBe(newest);
    expect(session.state().earlier).toEqual([]);
    await session.earlier.read();
    expect(transport.calls).toEqual(['readState']);
  });

  it('says why they could not be read, and reads them when asked again', async () => {
    const { session, transport } = await opened();
    transport.fail('readState', offline());
    await session.earlier.read();
    expect(session.earlier.problem()?.message).toMatch(/could not be reached/);
    expect(session.earlier.reading()).toBe(false);
    expect(texts(session)).toEqual(NEWEST);
    await session.earlier.read();
    expect(session.earlier.problem()).toBeUndefined();
    expect(texts(session)).toEqual(ALL);
  });

  it('puts nothing of another branch in front of what is shown', async () => {
    const { session, transport } = await opened();
    transport.setMessages('t', [human('x', 'other'), ...SAID.slice(1)], OBSERVED);
    await session.earlier.read();
    expect(texts(session)).toEqual(NEWEST);
    expect(session.earlier.problem()?.message).toMatch(/Reload/);
  });
});

describe('a turn said in a conversation of which the newest messages alone were read', () => {
  const sayThree = async (earlier: readonly object[]) => {
    const { session, transport } = await opened();
    transport.onRun = (run) => {
      const answer = ai('c1', 'third');
      run.tell('updates', { model: { messages: [answer] } });
      const data = { memory_contents: CONTENTS, memory_scope_owner: SCOPE, phase: 'terminal' };
      run.tell('custom', { name: MEMORY_EVENT, data });
      const now = [...earlier, human(run.request.messageId, 'three'), answer];
      transport.setMessages('t', now, OBSERVED);
      run.end('success');
    };
    await session.send('three');
    return session.state().confirmation;
  };

  it('is saved when the state holds it, and every earlier message by its id', async () => {
    expect(await sayThree(SAID)).toEqual({ saved: true, at: AT });
  });

  it.each([
    ['lacks', SAID.slice(1)],
    ['holds another for', [human('x', 'one'), ...SAID.slice(1)]],
    ['holds in another order', [...SAID.slice(4), ...SAID.slice(0, 4)]],
  ])(
    'is not told to be saved when the state %s one that was never shown',
    async (_how, earlier) => {
      expect(await sayThree(earlier)).toMatchObject({ saved: false });
    },
  );
});
