import { MEMORY_GRAPH_ID } from '#contract/names';
import type { ThreadState } from '@langchain/langgraph-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

/** Conversations at once: what comes late comes late only where others are at work. */
const AT_ONCE = 24;

interface Message {
  readonly id: string;
  readonly type: string;
  readonly content: unknown;
}
/** Before the first message there are no values. */
interface Values {
  readonly messages?: readonly Message[];
}
type State = ThreadState<Values>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const all = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));

/** A conversation that was read the moment its last turn had ended. */
async function conversation(...said: readonly string[]) {
  const owner = newScope();
  const client = server.client(owner);
  const { thread_id: thread } = await client.threads.create();
  // No network between the end that is told and what is asked then, so that nothing has time to settle.
  const ask = async (path: string, body: object) => {
    const reply = await server.app.request(`/api/threads/${thread}${path}`, {
      method: 'POST',
      headers: { host: 'localhost', 'x-api-key': owner, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return reply.text();
  };
  const run = (body: object) => ask('/runs/stream', { assistant_id: MEMORY_GRAPH_ID, ...body });
  for (const content of said) await run({ input: { messages: [{ role: 'human', content }] } });
  const history = async () => JSON.parse(await ask('/history', { limit: 100 })) as State[];
  return { client, thread, run, history, atOnce: await history() };
}

const place = ({ checkpoint }: State) => checkpoint.checkpoint_id;
const messages = ({ values }: Pick<State, 'values'>) => values.messages ?? [];
const words = (state: State) => messages(state).map(({ content }) => content);

/** The state in which a message first stands, as public clients look for it. */
function firstWith(history: readonly State[], id: string | undefined): State {
  const holds = (state: State) => messages(state).some((one) => one.id === id);
  const found = history.findLast(holds);
  if (found === undefined) throw new Error('The message stands nowhere.');
  return found;
}

describe('once the end of a run is told', () => {
  it('its history stays as it is', async () => {
    await all(async () => {
      const { atOnce, history, client, thread } = await conversation('one', 'two');
      await client.threads.get(thread);
      expect((await history()).map((state) => [place(state), state.parent_checkpoint])).toEqual(
        atOnce.map((state) => [place(state), state.parent_checkpoint]),
      );
      const known = new Set(atOnce.map(place));
      const parents = atOnce.map(({ parent_checkpoint: parent }) => parent?.checkpoint_id);
      expect(parents.filter((id) => id != null && !known.has(id))).toEqual([]);
    });
  });

  it('every checkpoint that it lists can be gone on from', async () => {
    await all(async (index) => {
      const { atOnce, run, client, thread } = await conversation('one', 'two');
      const from = atOnce[index % atOnce.length];
      const checkpoint_id = from?.checkpoint.checkpoint_id ?? undefined;
      await run({
        input: { messages: [{ role: 'human', content: 'instead' }] },
        checkpoint_id,
      });
      const said = messages(await client.threads.getState<Values>(thread));
      const now = said.map(({ content }) => content);
      // A question that was not answered there stands before the one that took its place.
      expect(now.slice(0, -1)).toEqual([...(from ? words(from) : []), 'instead']);
    });
  });

  it('its answer can be given anew, from the parent of the state in which it stands', async () => {
    await all(async () => {
      const { atOnce, run, client, thread } = await conversation('one', 'two');
      const [head] = atOnce;
      if (!head) throw new Error('There is no history.');
      const { parent_checkpoint: before } = firstWith(atOnce, messages(head).at(-1)?.id);
      const asked = atOnce.find((state) => place(state) === before?.checkpoint_id);
      expect(asked && words(asked)).toEqual(words(head).slice(0, -1));
      await run({ input: null, checkpoint: before });
      const said = messages(await client.threads.getState<Values>(thread));
      expect(said.map(({ type }) => type)).toEqual(['human', 'ai', 'human', 'ai']);
      expect(said.slice(0, 3)).toEqual(messages(head).slice(0, 3));
      expect(said.at(-1)?.id).not.toBe(messages(head).at(-1)?.id);
    });
  });

  it('its question can be worded anew, from the parent of the state in which it stands', async () => {
    const { atOnce, run, client, thread } = await conversation('one', 'two');
    const asked = atOnce[0] && messages(atOnce[0]).at(-2);
    const { parent_checkpoint: checkpoint } = firstWith(atOnce, asked?.id);
    await run({ input: { messages: [{ role: 'human', content: 'other' }] }, checkpoint });
    const said = messages(await client.threads.getState<Values>(thread));
    expect(said.map(({ content }) => content).filter((_, at) => at % 2 === 0)).toEqual([
      'one',
      'other',
    ]);
  });
});
