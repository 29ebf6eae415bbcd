import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from '@langchain/langgraph-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isMemoryEvent } from '#contract/observation';

const START_MS = 60_000;

let directory: string;
let server: ChildProcess;
let url: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'official-'));
  const script = join(import.meta.dirname, 'testing', 'official-server.ts');
  // Without model settings, the demo model answers.
  server = spawn(process.execPath, [script, directory], {
    env: { PATH: process.env['PATH'], LANGSMITH_TRACING: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  url = await address(server);
}, START_MS);
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGKILL');
    await once(server, 'exit');
  }
  await rm(directory, { recursive: true });
});

/** The address that the server says it listens on. */
function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const found = /listening on (http:\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`It ended with ${String(code)}:\n${text}`)));
  });
}

const clientOf = (scope: string) =>
  new Client({ apiUrl: url, apiKey: scope, callerOptions: { maxRetries: 0 } });

/** One turn in a new conversation: its answer, and the observations that its stream told. */
async function say(scope: string, content: string, context: unknown = { memory_scope: scope }) {
  const client = clientOf(scope);
  const { thread_id: threadId } = await client.threads.create();
  const stream = client.runs.stream(threadId, 'memory', {
    input: { messages: [{ role: 'human', content }] },
    context,
    streamMode: ['custom', 'messages-tuple'],
  });
  const events: { event: string; data: unknown }[] = [];
  for await (const { event, data } of stream) events.push({ event, data });
  const { values } = await client.threads.getState<{ messages?: { content: unknown }[] }>(threadId);
  return { threadId, events, answer: JSON.stringify(values.messages?.at(-1)?.content) };
}

describe('langgraph.json on the official server', { timeout: START_MS }, () => {
  it('serves the three graphs, with auth', async () => {
    const file = JSON.parse(
      await readFile(join(import.meta.dirname, 'langgraph.json'), 'utf8'),
    ) as {
      graphs: object;
      auth: object;
    };
    expect(Object.keys(file.graphs)).toEqual(['memory', 'convert', 'research']);
    expect(file.auth).toEqual({ path: './auth.ts:auth' });
  });

  it('teaches, and recalls in a new conversation, through the SDK’s client', async () => {
    const scope = randomUUID();
    const taught = await say(scope, 'Please remember that I fly a PC-12 out of KBZN.');
    expect(taught.answer).toContain('PC-12');
    const recalled = await say(scope, 'What do you know about me?');
    expect(recalled.answer).toContain('PC-12 out of KBZN');
    const told = recalled.events.filter(({ event }) => event === 'custom').map(({ data }) => data);
    expect(told.filter(isMemoryEvent)).toEqual(
      ['initial', 'model', 'terminal'].map((phase) => ({
        name: 'deep_agents.memory',
        data: {
          memory_contents: {
            '/memories/AGENTS.md': expect.stringContaining('PC-12 out of KBZN') as unknown,
          },
          memory_scope_owner: scope,
          phase,
        },
      })),
    );
    expect((await say(randomUUID(), 'What do you know about me?')).answer).not.toContain('PC-12');
  });

  it('converts, and goes on with nothing but a rule', async () => {
    const client = clientOf('5f2b8a54-6c1e-4d8e-9a77-0123456789ab');
    const { thread_id: thread } = await client.threads.create();
    const text = "import { By } from 'selenium-webdriver';\nit('waits', async () => {});\n";
    const turn = (input: Record<string, unknown>) => client.runs.wait(thread, 'convert', { input });
    await turn({ uploads: [{ name: 'a.test.js', text }] });
    expect(await turn({ refinement: 'No page objects' })).toMatchObject({
      turn: 2,
      refinement: '',
      conventions: ['No page objects'],
      baseline: [{ name: 'a.test.ts' }],
    });
  });

  it('lets nobody in without a scope, nor into another’s conversation, memory or context', async () => {
    const [scope, stranger] = [randomUUID(), randomUUID()];
    const { threadId } = await say(scope, 'Please remember that I fly a PC-12.');
    const other = clientOf(stranger);
    await expect(other.threads.get(threadId)).rejects.toMatchObject({ status: 404 });
    await expect(other.threads.getState(threadId)).rejects.toMatchObject({ status: 404 });
    const namespace = ['cockpit', 'deep-agents-memory', 'browser-v1', scope];
    await expect(other.store.searchItems(namespace)).rejects.toMatchObject({ status: 403 });
    await expect(say(stranger, 'Hi.', { memory_scope: scope })).rejects.toMatchObject({
      status: 403,
    });
    await expect(clientOf('no scope').threads.search()).rejects.toMatchObject({ status: 401 });
  });
});
