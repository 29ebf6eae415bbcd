import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { findServer, publishAddress } from './address-file.ts';

const instance = randomUUID();
let dataDir: string;
let server: Server;
let url: string;
let says: string;
let warnings: string[];
const logger = {
  warn: (_: object, message: string) => void warnings.push(message),
  error: (_: object, message: string) => void warnings.push(message),
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'address-'));
  warnings = [];
  says = JSON.stringify({ instance });
  server = createServer((_, reply) => reply.end(says));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.close();
  await rm(dataDir, { recursive: true });
});

it('leads to the server as long as it is published, and is for its owner alone', async () => {
  expect(await findServer(dataDir)).toBeUndefined();
  const withdraw = await publishAddress(dataDir, { url, instance }, logger);
  expect(await findServer(dataDir)).toBe(url);
  const [file = ''] = await readdir(dataDir);
  expect(((await stat(join(dataDir, file))).mode & 0o777).toString(8)).toBe('600');
  await withdraw();
  expect(await findServer(dataDir)).toBeUndefined();
  expect(await readdir(dataDir)).toEqual([]);
});

it('leads nowhere when another program answers there, or none', async () => {
  await publishAddress(dataDir, { url, instance }, logger);
  says = JSON.stringify({ instance: randomUUID() });
  expect(await findServer(dataDir)).toBeUndefined();
  says = 'hello';
  expect(await findServer(dataDir)).toBeUndefined();
  server.close();
  server.closeAllConnections();
  expect(await findServer(dataDir)).toBeUndefined();
});

it('leads nowhere when the file is damaged', async () => {
  await writeFile(join(dataDir, 'throughline.address.json'), '{');
  expect(await findServer(dataDir)).toBeUndefined();
});

it('that listens everywhere is reached on this machine', async () => {
  const port = new URL(url).port;
  await publishAddress(dataDir, { url: `http://0.0.0.0:${port}`, instance }, logger);
  expect(await findServer(dataDir)).toBe(url);
});

it('that cannot be written stops no server', async () => {
  const withdraw = await publishAddress(join(dataDir, 'gone'), { url, instance }, logger);
  expect(warnings).toEqual(['programs on this machine cannot be told where the server listens']);
  await withdraw();
});
