import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Client } from '@langchain/langgraph-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { newScope } from './testing/test-server.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const START_MS = 20_000;

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

let dataDir: string;
let running: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'main-'));
  running = [];
});
afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true });
});

function start(env: Record<string, string> = {}, args: readonly string[] = []): Started {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, ...env },
  });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => text, exit };
}

/** The address that the server says it listens on. */
async function address({ output, exit }: Started): Promise<string> {
  let code: number | null | undefined;
  void exit.then((value) => (code = value));
  return vi.waitUntil(
    () => {
      if (code !== undefined) throw new Error(`exited with ${String(code)}: ${output()}`);
      return /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    },
    { timeout: START_MS },
  );
}

const clientOf = (url: string, scope: string) =>
  new Client({ apiUrl: `${url}/api`, apiKey: scope, callerOptions: { maxRetries: 0 } });
const human = (content: string) => ({ messages: [{ role: 'human', content }] });

describe('the server', { timeout: 3 * START_MS }, () => {
  it('teaches, is killed, and recalls; says where it is and which model answers', async () => {
    const scope = newScope();
    const first = start();
    const client = clientOf(await address(first), scope);
    expect(first.output()).toMatch(/demo model/i);
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'memory', {
      input: human('Please remember that I fly a PC-12 out of KBZN.'),
    });
    first.child.kill('SIGKILL');
    await first.exit;

    const second = start();
    const again = clientOf(await address(second), scope);
    const { thread_id: fresh } = await again.threads.create();
    const recalled = await again.runs.wait(fresh, 'memory', {
      input: human('What do you already know about me?'),
    });
    expect(JSON.stringify(recalled)).toContain('PC-12');
    const { values } = await again.threads.get(threadId);
    expect(JSON.stringify(values)).toContain('KBZN');
    second.child.kill('SIGTERM');
    expect(await second.exit).toBe(0);
    const logged = first.output() + second.output();
    for (const part of [scope, threadId, 'PC-12']) expect(logged).not.toContain(part);
  });

  it.each([
    ['PORT', { PORT: '70000' }],
    ['OPENAI_BASE_URL', { OPENAI_BASE_URL: 'nonsense' }],
  ])('does not start with a bad %s, and says what is allowed', async (name, env) => {
    const server = start(env);
    expect(await server.exit).toBe(1);
    expect(server.output()).toMatch(new RegExp(`^${name} must be .+\\n$`));
  });

  it('says in a sentence that it knows no such option', async () => {
    const server = start({}, ['--grphs', 'x']);
    expect(await server.exit).toBe(1);
    expect(server.output()).toMatch(/^The options are --graphs FILE.+\n$/);
  });

  it('says in a sentence that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const server = start({ PORT: String(port) });
    expect(await server.exit).toBe(1);
    expect(server.output()).toBe(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another.\n`,
    );
    other.close();
  });

  it('says in a sentence that the data directory cannot be made', async () => {
    const file = join(dataDir, 'a-file');
    await writeFile(file, '');
    const server = start({ DATA_DIR: join(file, 'data') });
    expect(await server.exit).toBe(1);
    expect(server.output()).toMatch(/^The data directory \S+ cannot be .+ Set DATA_DIR to .+\.\n$/);
  });

  it('leaves a data directory alone that another server has, or that is damaged', async () => {
    const first = start();
    await address(first);
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.output()).toMatch(/^.+\.\n$/);
    first.child.kill('SIGKILL');
    await first.exit;
    const file = join(dataDir, 'throughline.db');
    await writeFile(file, 'no database');
    const third = start();
    expect(await third.exit).toBe(1);
    expect(third.output()).toMatch(/^.+ is damaged .+\.\n$/);
    expect(third.output()).not.toMatch(/^ {4}at /m);
    expect(await readFile(file, 'utf8')).toBe('no database');
  });

  describe('with a model that does not answer', () => {
    let model: Server;
    let asked: Promise<unknown>;

    beforeEach(async () => {
      model = createServer().listen(0, '127.0.0.1');
      asked = once(model, 'request');
      await once(model, 'listening');
    });
    afterEach(() => {
      model.closeAllConnections();
      model.close();
    });

    it('waits for the answer on the first signal, and stops at once on the second', async () => {
      const { port } = model.address() as AddressInfo;
      const server = start({
        OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
        OPENAI_API_KEY: 'sk-none',
      });
      const client = clientOf(await address(server), newScope());
      const { thread_id: threadId } = await client.threads.create();
      await client.runs.create(threadId, 'memory', { input: human('Hi.') });
      await asked;
      server.child.kill('SIGTERM');
      await vi.waitUntil(() => server.output().includes('SIGTERM'), { timeout: START_MS });
      expect(server.child.exitCode).toBeNull();
      server.child.kill('SIGTERM');
      expect(await server.exit).toBe(1);
      expect(server.output()).not.toContain('sk-none');
    });
  });
});
