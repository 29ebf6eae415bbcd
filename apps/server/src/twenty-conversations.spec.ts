import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

import type { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import { createFakeProvider } from '#graph/demo/fake-provider';
import { createModel } from '#graph/models/create-model';
import { ThinkingModel } from '#graph/testing/thinking-model';

import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

const FACTS = Array.from({ length: 20 }, (_, index) => `my locker ${index} holds item F${index}`);
/** Runs of one owner that the engine has under way at once; so many are answered together. */
const AT_ONCE = 8;

let fake: LLMock;
let server: TestServer;

/** The model takes its time over HTTP: one in process would serialize the conversations by itself. */
beforeAll(async () => {
  fake = createFakeProvider({ latency: 2, gather: AT_ONCE });
  await fake.start();
  server = await startTestServer(createModel({ OPENAI_BASE_URL: `${fake.url}/v1` }));
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});

it('twenty conversations that teach at once, over HTTP, keep all twenty facts on disk', async () => {
  const owner = newScope();
  const client = server.client(owner);
  const threadIds = await Promise.all(
    FACTS.map(async (fact) => {
      const { thread_id: threadId } = await client.threads.create();
      const said = await client.runs.wait(threadId, 'memory', {
        input: { messages: [{ role: 'human', content: `Please remember that ${fact}.` }] },
      });
      expect(said).not.toHaveProperty('__error__');
      return threadId;
    }),
  );
  const namespace = memoryNamespace(owner);
  const item = await client.store.getItem(namespace, MEMORY_PATH);
  const lines = String(item?.value['content']).trim().split('\n');
  expect(lines.sort()).toEqual(FACTS.map((fact) => `- ${fact}`).sort());

  const { items } = await client.store.searchItems([...namespace, 'revisions'], { limit: 100 });
  const authors = items.flatMap(({ value }) => {
    const author = value['author'] as { thread_id: string } | undefined;
    return author ? [author.thread_id] : [];
  });
  expect(authors.sort()).toEqual([...threadIds].sort());

  // Another connection sees the same: nothing of it waits in this process's memory.
  const file = new DatabaseSync(join(server.dataDir, 'throughline.db'), { readOnly: true });
  const rows = JSON.stringify(file.prepare('SELECT * FROM item').all());
  file.close();
  for (const fact of FACTS) expect(rows).toContain(fact);
}, 60_000);

/** Whole writes and edits by turns. */
const MIXED = FACTS.map((fact, index) => (index % 3 === 0 ? `Edit: ${fact}` : fact));

it('twenty conversations that read the file, think and write it whole keep all twenty facts', async () => {
  const model = new ThinkingModel({ latency: 1, together: AT_ONCE });
  await model.server.start();
  const thinking = await startTestServer(
    createModel({ OPENAI_BASE_URL: `${model.server.url}/v1` }),
  );
  const owner = newScope();
  const client = thinking.client(owner);
  try {
    const said = await Promise.all(
      MIXED.map(async (content) => {
        const { thread_id: threadId } = await client.threads.create();
        return client.runs.wait(threadId, 'memory', {
          input: { messages: [{ role: 'human', content }] },
        });
      }),
    );
    for (const values of said) expect(values).not.toHaveProperty('__error__');
    const item = await client.store.getItem(memoryNamespace(owner), MEMORY_PATH);
    const lines = String(item?.value['content']).trim().split('\n');
    expect(lines.sort()).toEqual(FACTS.map((fact) => `- ${fact}`).sort());
    // No conversation was sent back: where there was no file, the first writes collide with nothing.
    expect(model.refusals.filter((text) => !text.includes('no memory file yet'))).toEqual([]);
  } finally {
    await thinking.close();
    await model.server.stop();
  }
}, 120_000);
