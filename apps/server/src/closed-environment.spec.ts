import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { closeEnvironment } from './closed-environment.ts';
import { startEchoingProvider } from './testing/echoing-provider.ts';
import { serveProduct } from './testing/served-product.ts';
import { newScope } from './testing/test-server.ts';

describe('closeEnvironment', () => {
  it('keeps the settings and what is of other programs, and names what it removes', () => {
    const env = {
      PATH: '/bin',
      OPENAI_API_KEY: 'k',
      OPENAI_LOG: 'debug',
      LANGSMITH_TRACING: 'true',
    };
    expect(closeEnvironment(env)).toEqual(['LANGSMITH_TRACING', 'OPENAI_LOG']);
    expect(env).toEqual({ PATH: '/bin', OPENAI_API_KEY: 'k', NO_PROXY: '*', no_proxy: '*' });
  });
});

it('nothing is sent elsewhere because of a variable of the shell', async () => {
  const asked: string[] = [];
  const collector = createServer((request, response) => {
    asked.push(`${String(request.method)} ${String(request.url)}`);
    response.writeHead(202, { 'content-type': 'application/json' }).end('{}');
  });
  collector.on('connect', (request, socket) => {
    asked.push(`CONNECT ${String(request.url)}`);
    socket.end();
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const provider = await startEchoingProvider();
  const dataDir = await mkdtemp(join(tmpdir(), 'closed-'));
  const product = await serveProduct({
    DATA_DIR: dataDir,
    OPENAI_API_KEY: 'sk-of-the-product',
    OPENAI_BASE_URL: provider.baseUrl,
    LANGSMITH_TRACING: 'true',
    LANGSMITH_TRACING_V2: 'true',
    LANGCHAIN_TRACING: 'true',
    LANGCHAIN_TRACING_V2: 'true',
    LANGCHAIN_CALLBACKS_BACKGROUND: 'false',
    LANGCHAIN_VERBOSE: 'true',
    LANGSMITH_ENDPOINT: url,
    LANGCHAIN_ENDPOINT: url,
    LANGSMITH_API_KEY: 'ls-key',
    LANGCHAIN_API_KEY: 'ls-key',
    LANGSMITH_RUNS_ENDPOINTS: JSON.stringify({ [url]: 'ls-key' }),
    LANGSMITH_OTEL_ENABLED: 'true',
    OTEL_ENABLED: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
    OPENAI_ORG_ID: 'org-of-the-shell',
    OPENAI_PROJECT_ID: 'project-of-the-shell',
    OPENAI_ADMIN_KEY: 'admin-of-the-shell',
    OPENAI_WEBHOOK_SECRET: 'secret-of-the-shell',
    OPENAI_LOG: 'debug',
    DEBUG: '*',
    HTTP_PROXY: url,
    http_proxy: url,
    HTTPS_PROXY: url,
    https_proxy: url,
    ALL_PROXY: url,
    NODE_USE_ENV_PROXY: '1',
  });
  const scope = newScope();
  for (const memory_mode of ['automatic', 'temporary']) {
    const { thread_id: thread } = await product.client(scope).threads.create({
      metadata: { memory_mode },
    });
    await product.ask(scope, 'POST', `/threads/${thread}/runs/wait`, {
      assistant_id: 'memory',
      input: { messages: [{ role: 'human', content: 'canary of what I say' }] },
    });
  }
  expect(await (await product.ask(scope, 'GET', '/info')).json()).toMatchObject({
    flags: { langsmith: false },
  });
  await product.stop();
  expect(provider.headers.length).toBeGreaterThan(0);
  expect(JSON.stringify(provider.headers)).not.toContain('of-the-shell');
  expect(product.output()).toContain('LANGSMITH_TRACING');
  expect(product.output()).not.toContain('canary of what I say');
  expect(asked).toEqual([]);
  await provider.close();
  await new Promise((resolve) => collector.close(resolve).closeAllConnections());
  await rm(dataDir, { recursive: true });
}, 60_000);
