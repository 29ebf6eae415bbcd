import type { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { isMemoryQuestion } from '#contract/memory-question';
import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import { createFakeProvider, systemPrompts } from '#graph/demo/fake-provider';
import { createModel } from '#graph/models/create-model';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

const NOTE = '- My base is KBZN';

let fake: LLMock;
let server: TestServer;
let owner: string;

beforeAll(async () => {
  fake = createFakeProvider();
  await fake.start();
  server = await startTestServer(createModel({ OPENAI_BASE_URL: `${fake.url}/v1` }));
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});
beforeEach(async () => {
  owner = newScope();
  const { store } = server.client(owner);
  await store.putItem(memoryNamespace(owner), MEMORY_PATH, { content: `${NOTE}\n` });
});

/** One message in a conversation of this mode, and all that the server told and the model saw. */
async function say(threadId: string, text: string, config?: object) {
  const before = systemPrompts(fake).length;
  const body = {
    assistant_id: 'memory',
    input: { messages: [{ role: 'human', content: text }] },
    stream_mode: ['values', 'updates', 'custom', 'messages-tuple'],
    stream_subgraphs: true,
    ...(config && { config }),
  };
  const response = await server.ask(owner, 'POST', `/threads/${threadId}/runs/stream`, body);
  expect(response.status).toBe(200);
  const stream = await response.text();
  return { stream, prompts: systemPrompts(fake).slice(before) };
}

async function conversation(mode?: string): Promise<string> {
  const { threads } = server.client(owner);
  const thread = await threads.create(
    mode === undefined ? {} : { metadata: { memory_mode: mode } },
  );
  return thread.thread_id;
}

async function memory(): Promise<string> {
  const item = await server.client(owner).store.getItem(memoryNamespace(owner), MEMORY_PATH);
  return String(item?.value['content']);
}

describe('the memory mode of a conversation', () => {
  it('is automatic unless the person says otherwise', async () => {
    const { stream, prompts } = await say(await conversation(), 'What do you know about me?');
    expect(prompts[0]).toContain(NOTE);
    expect(stream).toContain('deep_agents.memory');
    expect(stream).toContain('throughline.memory_read');
  });

  it.each(['off', 'temporary'])('%s: nothing read, told or written', async (mode) => {
    const thread = await conversation(mode);
    for (const text of ['What do you know about me?', 'Please remember that I fly a PC-12.']) {
      const { stream, prompts } = await say(thread, text);
      expect(prompts.join()).not.toMatch(/KBZN|AGENTS\.md|Notes from earlier/);
      expect(stream).not.toMatch(/KBZN|deep_agents\.memory|memory_read/);
      expect(stream).toContain('Memory is off');
    }
    expect(await memory()).toBe(`${NOTE}\n`);
    const history = await server.client(owner).threads.getHistory(thread);
    expect(JSON.stringify(history)).not.toContain('KBZN');
  });

  it('cannot be talked around by what a request says', async () => {
    const thread = await conversation('off');
    const config = { configurable: { memory_mode: 'automatic' } };
    const { prompts } = await say(thread, 'What do you know about me?', config);
    expect(prompts.join()).not.toContain('KBZN');
    const run = { assistant_id: 'memory', input: { messages: [] } };
    const context = { memory_scope: owner, memory_mode: 'automatic' };
    const path = `/threads/${thread}/runs`;
    expect((await server.ask(owner, 'POST', path, { ...run, context })).status).toBe(422);
  });

  it('changes with the next message, in both directions', async () => {
    const thread = await conversation('off');
    const { threads } = server.client(owner);
    const question = 'What do you know about me?';
    expect((await say(thread, question)).prompts.join()).not.toContain('KBZN');
    await threads.update(thread, { metadata: { memory_mode: 'automatic' } });
    expect((await say(thread, question)).prompts.join()).toContain('KBZN');
    await threads.update(thread, { metadata: { memory_mode: 'off' } });
    expect((await say(thread, question)).prompts.join()).not.toContain('KBZN');
  });

  it('ask: waits for the person with the change, and does as they say', async () => {
    const thread = await conversation('ask');
    await say(thread, 'Please remember that I fly a PC-12.');
    const client = server.client(owner);
    const waiting = await client.threads.get(thread);
    expect(waiting.status).toBe('interrupted');
    const [question] = Object.values(waiting.interrupts).flat();
    if (!isMemoryQuestion(question?.value)) throw new Error('Not a question.');
    expect(question.value.memory_change.after).toBe(`${NOTE}\n- I fly a PC-12\n`);
    expect(await memory()).toBe(`${NOTE}\n`);
    const command = { resume: { decisions: [{ type: 'approve' }] } };
    await client.runs.wait(thread, 'memory', { command });
    expect(await memory()).toBe(`${NOTE}\n- I fly a PC-12\n`);
    expect((await client.threads.get(thread)).status).toBe('idle');
    const { revisions } = (await (await server.ask(owner, 'GET', '/memory/revisions')).json()) as {
      revisions: { author: { kind: string; thread_id: string } }[];
    };
    expect(revisions[0]?.author).toMatchObject({ kind: 'agent', thread_id: thread });
  });
});
