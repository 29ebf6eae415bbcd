import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { filesHolding } from './storage/sqlite/testing/files-holding.ts';
import { FAILURES, startEchoingProvider } from './testing/echoing-provider.ts';
import { serveProduct, type ServedProduct } from './testing/served-product.ts';
import { newScope } from './testing/test-server.ts';

const KEY = 'sk-canary-4q7Zr81xPw0Lm3Yt';
const PROMPT = 'my daughter Mathilda hides vermilion marbles';
const MEMORY = '- The aunt collects cerulean teapots';
/** Pieces of what must not be quoted, short enough to find what was cut. */
const OF_KEY = [KEY.slice(3, 13), KEY.slice(-8), Buffer.from(KEY).toString('base64').slice(0, 12)];
const OF_SAID = ['Mathilda', 'vermilion marbles', 'cerulean', 'teapots'];
const MODES = [
  ...['values', 'messages', 'messages-tuple', 'updates', 'tasks'],
  ...['checkpoints', 'debug', 'custom', 'tools'],
];

let provider: Awaited<ReturnType<typeof startEchoingProvider>>;
let product: ServedProduct;
let dataDir: string;
const scope = newScope();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'canary-'));
  provider = await startEchoingProvider();
  product = await serveProduct({
    DATA_DIR: dataDir,
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: provider.baseUrl,
    // Would print requests, the key in them, on the console.
    OPENAI_LOG: 'debug',
    DEBUG: '*',
  });
  await product.ask(scope, 'PUT', '/memory', { text: MEMORY, based_on: null });
}, 60_000);
afterAll(async () => {
  await product.stop();
  await provider.close();
  await rm(dataDir, { recursive: true });
});

/** Every value under a key `error`, wherever it stands. */
function errorsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    key === 'error' || key === '__error__' ? [item, ...errorsIn(item)] : errorsIn(item),
  );
}

function expectNone(text: string, canaries: readonly string[], where: string): void {
  for (const canary of canaries) expect(text.includes(canary), `${canary} in ${where}`).toBe(false);
}

/** The data of every event of a stream, by name. */
function eventsOf(stream: string): { readonly event: string; readonly data: unknown }[] {
  return stream.split('\n\n').flatMap((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return event === undefined || data === undefined
      ? []
      : [{ event, data: JSON.parse(data) as unknown }];
  });
}

describe.each(FAILURES)('a provider that quotes key and prompt by %s', (form) => {
  it.each([['all modes', MODES] as const, ['events', ['events']] as const])(
    'is heard in no reply: %s',
    async (_, stream_mode) => {
      const { thread_id: thread } = await product.client(scope).threads.create();
      const content = `${PROMPT}, fail by ${form}`;
      const started = await product.ask(scope, 'POST', `/threads/${thread}/runs/stream`, {
        assistant_id: 'memory',
        input: { messages: [{ role: 'human', content }] },
        stream_mode,
        stream_subgraphs: true,
        stream_resumable: true,
      });
      const told = await started.text();
      const run = /\/runs\/([^/]+)$/.exec(started.headers.get('content-location') ?? '')?.[1] ?? '';
      expectNone(told, OF_KEY, 'the stream');
      const events = eventsOf(told);
      expect(events.at(-1)?.event).toBe('error');
      const said = events.flatMap(({ event, data }) =>
        event === 'error' ? [data, ...errorsIn(data)] : errorsIn(data),
      );
      expectNone(JSON.stringify(said), OF_SAID, 'an error that is told');
      const at = `/threads/${thread}`;
      const replies = {
        rejoined: await product.ask(scope, 'GET', `${at}/runs/${run}/stream`),
        joined: await product.ask(scope, 'GET', `${at}/runs/${run}/join`),
        run: await product.ask(scope, 'GET', `${at}/runs/${run}`),
        runs: await product.ask(scope, 'GET', `${at}/runs`),
        thread: await product.ask(scope, 'GET', at),
        state: await product.ask(scope, 'GET', `${at}/state?subgraphs=true`),
        history: await product.ask(scope, 'POST', `${at}/history`, { limit: 100 }),
        search: await product.ask(scope, 'POST', '/threads/search', {}),
        found: await product.ask(scope, 'GET', '/conversations/search?query=marbles'),
      };
      for (const [name, reply] of Object.entries(replies)) {
        const text = await reply.text();
        expectNone(text, OF_KEY, name);
        if (!(reply.headers.get('content-type') ?? '').includes('json')) continue;
        expectNone(JSON.stringify(errorsIn(JSON.parse(text))), OF_SAID, name);
      }
    },
    30_000,
  );
});

describe('after all that', () => {
  it('the log says why, and quotes neither key nor prompt nor memory', () => {
    const output = product.output();
    expect(output).toContain('run failed');
    expect(output).toContain('[removed]');
    expectNone(output, [...OF_KEY, ...OF_SAID], 'the log');
  });

  it('no file holds the key', async () => {
    expect(await readdir(dataDir)).toContain('throughline.db');
    for (const canary of OF_KEY) expect(filesHolding(dataDir, canary)).toEqual([]);
    expect(filesHolding(dataDir, 'vermilion')).not.toEqual([]);
  });
});
