import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { serveProduct, type ServedProduct } from './testing/served-product.ts';
import { newScope } from './testing/test-server.ts';

let dataDir: string;
let product: ServedProduct;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'killed-'));
  product = await serveProduct({ DATA_DIR: dataDir });
});
afterEach(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true });
});

/** One word for each conversation; none begins another. */
const WORDS = Array.from('abcdefghijkl', (letter) => `quoxil${letter}${letter}m`);

/** The conversations in which a search finds the word. */
async function found(scope: string, query: string): Promise<string[]> {
  const reply = await product.ask(scope, 'POST', '/conversations/search', { query });
  const hits = (await reply.json()) as { thread_id: string; has_all_words: boolean }[];
  return hits.filter((hit) => hit.has_all_words).map((hit) => hit.thread_id);
}

it('finds after kill -9 in the middle of turns exactly what is stored', async () => {
  const scope = newScope();
  const client = product.client(scope);
  const threads: { id: string; word: string; acknowledged: boolean }[] = [];
  for (const word of WORDS)
    threads.push({ id: (await client.threads.create()).thread_id, word, acknowledged: false });
  const first = Promise.withResolvers<undefined>();
  const turns = threads.map(async (thread) => {
    await client.runs.wait(thread.id, 'memory', {
      input: { messages: [{ role: 'human', content: `The word is ${thread.word}.` }] },
    });
    thread.acknowledged = true;
    first.resolve(undefined);
  });
  const settled = Promise.allSettled(turns);
  await first.promise;
  await product.kill();
  const cut = (await settled).filter(({ status }) => status === 'rejected');
  expect(cut.length).toBeGreaterThan(0);

  product = await serveProduct({ DATA_DIR: dataDir });
  const again = product.client(scope);
  for (const { id, word, acknowledged } of threads) {
    // What was cut is taken up again; it is read when it has ended.
    await expect
      .poll(async () => (await again.threads.get(id)).status, { timeout: 60_000 })
      .not.toBe('busy');
    const { values } = await again.threads.getState(id);
    const isStored = JSON.stringify(values).includes(word);
    expect(await found(scope, word)).toEqual(isStored ? [id] : []);
    if (acknowledged) expect(isStored).toBe(true);
  }
}, 120_000);
