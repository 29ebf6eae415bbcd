import { Client } from '@langchain/langgraph-sdk/client';

import {
  MEMORY_EVENT,
  MEMORY_PATH,
  memoryNamespace,
  PRIVATE_CONTENTS_KEY,
  SCOPE_STORAGE_KEY,
} from '#contract/names';
import { isMemoryEvent, parseObservation } from '#contract/observation';
import { readFence } from '#graph/memory/fence';
import { MEMORY_TEXTS, REFUSED_TEXTS } from '#graph/testing/memory-texts';

import { modelEndpoint } from './model-endpoint.ts';
import { openChat } from './open-chat.ts';
import { expect, test } from './stack.ts';

test.setTimeout(180_000);

test('a memory file is the same in store, prompt, events, state and literal view', async ({
  page,
  stack,
}) => {
  await using endpoint = await modelEndpoint();
  const chat = await openChat(page, stack, endpoint);
  const scope = await page.evaluate((key) => localStorage.getItem(key) ?? '', SCOPE_STORAGE_KEY);
  const client = new Client({ apiUrl: `${stack.url}/api`, apiKey: scope });
  const namespace = memoryNamespace(scope);

  for (const [what, text] of MEMORY_TEXTS) {
    await test.step(what, async () => {
      await client.store.putItem(namespace, MEMORY_PATH, { content: text });
      const item = await client.store.getItem(namespace, MEMORY_PATH);
      expect(item?.value['content']).toBe(text);

      await chat.startNew();
      await chat.say('Hello.');
      expect(readFence(endpoint.prompts().at(-1)?.system ?? '')).toBe(text);
      const literal = page.getByLabel('Text exactly as stored');
      expect(await literal.evaluate((element) => element.textContent)).toBe(text);

      const threadId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const { values } = await client.threads.getState<Record<string, unknown>>(threadId);
      expect(values[PRIVATE_CONTENTS_KEY]).toEqual({ [MEMORY_PATH]: text });
      expect(await observedTexts(client, threadId)).toEqual([text, text, text]);
    });
  }
});

/** What each observation of a thread's newest run said the file holds, in order. */
async function observedTexts(client: Client, threadId: string): Promise<(string | undefined)[]> {
  const [run] = await client.runs.list(threadId, { limit: 1 });
  const texts: (string | undefined)[] = [];
  const parts = client.runs.joinStream(threadId, run?.run_id ?? '', { lastEventId: '-1' });
  for await (const { event, data } of parts as AsyncIterable<{ event: string; data: unknown }>) {
    if (event !== 'custom' || !isMemoryEvent(data)) continue;
    const observation = parseObservation(data.data);
    if (!observation) throw new Error(`A ${MEMORY_EVENT} event is not valid.`);
    texts.push(observation.memory_contents[MEMORY_PATH]);
  }
  return texts;
}

test('what is no memory file is refused with the reason, and the old text stays', async ({
  page,
  stack,
}) => {
  const chat = await openChat(page, stack);
  const scope = await page.evaluate((key) => localStorage.getItem(key) ?? '', SCOPE_STORAGE_KEY);
  const namespace = memoryNamespace(scope);
  const put = (content: string) =>
    fetch(`${stack.url}/api/store/items`, {
      method: 'PUT',
      headers: { 'x-api-key': scope, 'content-type': 'application/json' },
      body: JSON.stringify({ namespace, key: MEMORY_PATH, value: { content } }),
    });
  expect((await put('- old\r\n')).status).toBe(204);
  for (const [what, text, reason] of REFUSED_TEXTS) {
    await test.step(what, async () => {
      const reply = await put(text);
      expect([413, 422]).toContain(reply.status);
      expect(((await reply.json()) as { message: string }).message).toMatch(reason);
    });
  }
  await chat.say('Hello.');
  const literal = page.getByLabel('Text exactly as stored');
  expect(await literal.evaluate((element) => element.textContent)).toBe('- old\r\n');
});
