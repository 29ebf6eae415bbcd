import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client } from '@langchain/langgraph-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { newScope } from '../testing/test-server.ts';
import { writeOtherProject } from './testing/other-project.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const PATIENCE_MS = 60_000;

let folder: string;
let running: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  running = [];
});
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true });
});

function serve(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data') },
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const url = () =>
    vi.waitUntil(() => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0], { timeout: PATIENCE_MS });
  return { child, exit, url, output: () => output };
}

const clientOf = (url: string, scope: string) =>
  new Client({ apiUrl: `${url}/api`, apiKey: scope, callerOptions: { maxRetries: 0 } });

describe('a project of somebody else', { timeout: 2 * PATIENCE_MS }, () => {
  it('is served beside our own, asks in a subgraph, and goes on after kill -9', async () => {
    const file = writeOtherProject(folder);
    const scope = newScope();
    const first = serve('--graphs', file);
    const client = clientOf(await first.url(), scope);
    const assistants = await client.assistants.search();
    expect(assistants.map(({ graph_id }) => graph_id)).toEqual([
      'memory',
      'convert',
      'research',
      'elsewhere',
    ]);
    expect(assistants[3]).toMatchObject({
      description: 'Greets.',
      metadata: { title: 'From elsewhere' },
    });
    const { thread_id: thread } = await client.threads.create();
    await client.runs.wait(thread, 'elsewhere', {
      input: { messages: [{ role: 'human', content: 'Knock knock.', id: 'knock' }] },
    });
    expect((await client.threads.get(thread)).status).toBe('interrupted');
    first.child.kill('SIGKILL');
    await first.exit;

    const second = serve('--graphs', file);
    const again = clientOf(await second.url(), scope);
    const values = await again.runs.wait(thread, 'elsewhere', { command: { resume: 'Ada' } });
    const { messages } = values as { messages: { content: string }[] };
    expect(messages.map(({ content }) => content)).toEqual(['Knock knock.', 'Ahoy, Ada!', 'Done.']);
    expect((await again.threads.getHistory(thread)).length).toBeGreaterThan(1);
    expect(second.output()).toContain('"putAside":["DATA_DIR","LANGSMITH_TRACING","PORT"]');
  });

  it('is served alone when that is asked for', async () => {
    const server = serve('--graphs', writeOtherProject(folder), '--alone');
    const assistants = await clientOf(await server.url(), newScope()).assistants.search();
    expect(assistants.map(({ graph_id }) => graph_id)).toEqual(['elsewhere']);
  });

  it.each([
    [
      'a module that is not there',
      './src/gone.ts:graph',
      /names \.\/src\/gone\.ts:graph, which cannot be loaded: Cannot find module/,
    ],
    [
      'an export that is no graph',
      './src/graph.ts:rules',
      /\.\/src\/graph\.ts:rules must be a compiled graph, or a function that makes one\.\n$/,
    ],
  ])('with %s ends the start in a sentence', async (_, spec, sentence) => {
    const file = writeOtherProject(folder);
    writeFileSync(file, JSON.stringify({ graphs: { a: spec } }));
    const server = serve('--graphs', file, '--alone');
    expect(await server.exit).toBe(1);
    expect(server.output()).toMatch(sentence);
    expect(server.output().trim().split('\n')).toHaveLength(1);
  });
});
