import { MESSAGE_ID_KEY } from '#contract/branches';
import { MEMORY_GRAPH_ID } from '#contract/names';
import type { BaseMessage } from '@langchain/core/messages';
import { ScriptedModel } from '#graph/testing/scripted-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../../testing/test-server.ts';

interface Entry {
  readonly checkpoint: { readonly checkpoint_id: string };
  readonly parent_checkpoint: { readonly checkpoint_id: string } | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Values {
  readonly messages: readonly { readonly id: string; readonly content: unknown }[];
}

let server: TestServer;
let model: ScriptedModel;

beforeAll(async () => {
  const answer = (messages: readonly BaseMessage[]) => {
    if (messages.at(-1)?.text === 'fail') throw new Error('the provider is out');
    return `answer to ${messages.at(-1)?.text ?? ''}`;
  };
  model = new ScriptedModel(Array.from({ length: 100 }, () => answer));
  server = await startTestServer(model);
});
afterAll(() => server.close());

async function conversation() {
  const owner = newScope();
  const client = server.client(owner);
  const { thread_id: thread } = await client.threads.create();
  const say = (content: string, checkpointId?: string) =>
    client.runs.wait(thread, MEMORY_GRAPH_ID, {
      input: { messages: [{ role: 'human', id: content, content }] },
      metadata: { [MESSAGE_ID_KEY]: content },
      ...(checkpointId !== undefined && { checkpointId }),
    });
  const outline = async (more: object = {}) => {
    const select = ['checkpoint', 'parent_checkpoint', 'metadata'];
    const body = { limit: 100, select, ...more };
    const reply = await server.ask(owner, 'POST', `/threads/${thread}/history`, body);
    return (await reply.json()) as Entry[];
  };
  /** Ids of the messages that the newest state, or that of one checkpoint, holds. */
  const held = async (checkpointId?: string) => {
    const { values } = await client.threads.getState<Values>(thread, checkpointId);
    return values.messages.map(({ content }) => content);
  };
  return { client, held, outline, owner, say, thread };
}

/** Of each turn its end stands, and below it the state in which its message had been taken in. */
const newest = (entries: readonly Entry[], message: string) =>
  entries.map(link).find(({ said }) => said === message);

const link = ({ checkpoint, metadata, parent_checkpoint }: Entry) => ({
  said: metadata[MESSAGE_ID_KEY],
  at: checkpoint.checkpoint_id,
  after: parent_checkpoint?.checkpoint_id,
});

describe('branches', () => {
  it('say which turn followed which, without what the checkpoints hold', async () => {
    const { outline, say } = await conversation();
    await say('one');
    await say('two');
    const entries = await outline();
    const [two, askedTwo, one, askedOne, root] = entries.map(link);
    expect(entries.map(({ metadata }) => metadata[MESSAGE_ID_KEY])).toEqual([
      'two',
      'two',
      'one',
      'one',
      'one',
    ]);
    const parents = [askedTwo?.at, one?.at, askedOne?.at, root?.at, undefined];
    expect(entries.map((entry) => link(entry).after)).toEqual(parents);
    expect(Object.keys(entries[0] ?? {})).toEqual(['checkpoint', 'parent_checkpoint', 'metadata']);
    expect((await outline({ before: one?.at })).map(link)).toEqual([askedOne, root]);
    expect((await outline({ limit: 1 })).map(link)).toEqual([two]);
  });

  it('begin anew before a message: the model is given no trace of the old words', async () => {
    const { client, held, outline, say, thread } = await conversation();
    await say('first');
    await say('the old wording');
    await say('what followed it');
    const entries = await outline();
    const [old, first] = [newest(entries, 'the old wording'), newest(entries, 'first')];
    await say('the new wording', first?.at);
    const prompt = JSON.stringify(model.prompts.at(-1));
    expect(prompt).toContain('the new wording');
    expect(prompt).toContain('first');
    expect(prompt).not.toMatch(/the old wording|what followed it/);
    expect(await held()).toEqual([
      'first',
      expect.any(String),
      'the new wording',
      expect.anything(),
    ]);
    expect((await held(old?.at)).slice(2)).toEqual(['the old wording', expect.any(String)]);
    const branch = (await outline()).map(link);
    expect(branch.findLast(({ said }) => said === 'the new wording')?.after).toBe(first?.at);
    expect((await client.threads.get(thread)).metadata).toMatchObject({ branched: true });
  });

  it('begin anew before the very first message', async () => {
    const { held, outline, say } = await conversation();
    await say('the old opening');
    const root = (await outline()).map(link).at(-1);
    await say('the new opening', root?.at);
    expect(JSON.stringify(model.prompts.at(-1))).not.toContain('the old opening');
    expect(await held()).toEqual(['the new opening', expect.any(String)]);
    const opened = (await outline()).map(link);
    expect(opened.findLast(({ said }) => said === 'the new opening')?.after).toBe(root?.at);
  });

  it('let a message that failed be said anew, so that it stands once', async () => {
    const { held, outline, say } = await conversation();
    await say('first');
    await expect(say('fail')).rejects.toThrow();
    const entries = (await outline()).map(link);
    const first = newest(await outline(), 'first');
    expect(entries.findLast(({ said }) => said === 'fail')?.after).toBe(first?.at);
    await say('again', first?.at);
    expect(await held()).toEqual(['first', 'answer to first', 'again', 'answer to again']);
  });

  it('are closed to every other owner', async () => {
    const { outline, say, thread } = await conversation();
    await say('mine');
    const head = newest(await outline(), 'mine');
    const other = newScope();
    const stranger = server.client(other);
    const fork = { assistant_id: MEMORY_GRAPH_ID, checkpoint_id: head?.at, input: {} };
    const runs = await server.ask(other, 'POST', `/threads/${thread}/runs/wait`, fork);
    expect(runs.status).toBe(404);
    const { thread_id: own } = await stranger.threads.create();
    const foreign = await server.ask(other, 'POST', `/threads/${own}/runs/wait`, fork);
    expect(foreign.status).toBe(404);
    const select = { select: ['checkpoint'] };
    const history = await server.ask(other, 'POST', `/threads/${thread}/history`, select);
    expect(history.status).toBe(404);
    expect((await outline()).map(link).every(({ said }) => said === 'mine')).toBe(true);
  });

  it('are not told by fields that need the values', async () => {
    const { owner, say, thread } = await conversation();
    await say('hello');
    for (const body of [
      { select: ['values'] },
      { select: [] },
      { select: ['checkpoint'], metadata: { source: 'loop' } },
    ]) {
      const reply = await server.ask(owner, 'POST', `/threads/${thread}/history`, body);
      expect(reply.status).toBe(422);
    }
  });
});
