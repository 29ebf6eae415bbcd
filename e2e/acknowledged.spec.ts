import { randomUUID } from 'node:crypto';

import { Client } from '@langchain/langgraph-sdk/client';

import { MEMORY_GRAPH_ID, MEMORY_PATH, memoryNamespace } from '#contract/names';

import { expect, test } from './stack.ts';

interface Message {
  readonly type: string;
  readonly content: unknown;
}

test('kill -9 after 50 acknowledged turns loses none of them', async ({ stack }) => {
  const scope = randomUUID();
  await stack.start();
  const client = new Client({ apiUrl: `${stack.url}/api`, apiKey: scope });
  const threads = await Promise.all(Array.from({ length: 5 }, () => client.threads.create()));
  const said = new Map<string, string[]>(threads.map(({ thread_id }) => [thread_id, []]));
  // Five conversations at once, ten turns each, all teaching one memory.
  await Promise.all(
    threads.map(async ({ thread_id }, conversation) => {
      for (let turn = 0; turn < 10; turn++) {
        const fact = `locker ${conversation}-${turn} holds item ${randomUUID().slice(0, 8)}`;
        await client.runs.wait(thread_id, MEMORY_GRAPH_ID, {
          input: { messages: [{ role: 'user', content: `Please remember that ${fact}.` }] },
        });
        said.get(thread_id)?.push(fact);
      }
    }),
  );
  await stack.crashAndRestart();

  for (const [threadId, facts] of said) {
    const { values } = await client.threads.getState<{ messages: Message[] }>(threadId);
    const asked = values.messages.filter(({ type }) => type === 'human').map((m) => m.content);
    expect(asked).toEqual(facts.map((fact) => `Please remember that ${fact}.`));
    expect(values.messages.at(-1)?.type).toBe('ai');
  }
  const item = await client.store.getItem(memoryNamespace(scope), MEMORY_PATH);
  const lines = String(item?.value['content']).split('\n');
  for (const fact of [...said.values()].flat()) {
    expect(lines.filter((line) => line.includes(fact))).toHaveLength(1);
  }
});
