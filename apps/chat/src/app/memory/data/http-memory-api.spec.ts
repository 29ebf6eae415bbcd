import type { ServerResponse } from 'node:http';

import { describe, expect, it } from 'vitest';

import { SCOPE_STORAGE_KEY } from '#contract/names';

import { CHANGED_WARNING } from '../../scope/browser-scope';
import {
  json,
  recordingServer,
  SCOPE,
  type Heard,
  type Reply,
} from '../../transport/testing/recording-server';
import { HttpMemoryApi } from './http-memory-api';
import { ConflictError } from './memory-api';

const OTHER = '11111111-2222-4333-8444-555555555555';
const HASH = 'a'.repeat(64);
const REPLY = { revision: 2, sha256: HASH, changed: true, merged: false, warnings: [] };

const keyOf = (headers: Heard['headers']) => headers['x-api-key'];

async function setUp(reply: Reply) {
  const { heard, values, origin, scope } = await recordingServer(reply);
  return { heard, values, api: new HttpMemoryApi(origin, scope) };
}

describe('changing the memory', () => {
  it('names the text it was made on, under the scope in a header and never in the address', async () => {
    const { api, heard } = await setUp(json(200, REPLY));
    await api.edit('- a\n', null);
    await api.forget({ line: '- a', occurrence: 2, basedOn: HASH });
    await api.restore(1, HASH);
    await api.take({ text: '- b\n' }, HASH);
    expect(heard.map(({ line, body }) => [line, body])).toEqual([
      ['PUT /api/memory', { text: '- a\n', based_on: null }],
      ['POST /api/memory/forget', { line: '- a', occurrence: 2, based_on: HASH }],
      ['POST /api/memory/restore', { revision: 1, based_on: HASH }],
      ['POST /api/memory/import', { text: '- b\n', based_on: HASH }],
    ]);
    expect(
      heard.every(({ headers, line }) => keyOf(headers) === SCOPE && !line.includes(SCOPE)),
    ).toBe(true);
  });

  it('is refused before any request once the stored identity has changed; reading goes on', async () => {
    const { api, heard, values } = await setUp(json(200, { revisions: [] }));
    values.set(SCOPE_STORAGE_KEY, OTHER);
    const refused = { kind: 'scope-blocked', message: CHANGED_WARNING };
    await expect(api.edit('x', null)).rejects.toMatchObject(refused);
    await expect(api.forget({ line: 'x', occurrence: 1, basedOn: null })).rejects.toMatchObject(
      refused,
    );
    await expect(api.restore(1, null)).rejects.toMatchObject(refused);
    await expect(api.take({ text: 'x' }, null)).rejects.toMatchObject(refused);
    await expect(api.wipe({ conversations: true, work: false })).rejects.toMatchObject(refused);
    expect(heard).toEqual([]);
    expect(await api.readRevisions(20)).toEqual([]);
    expect(heard.map(({ headers, line }) => [keyOf(headers), line])).toEqual([
      [SCOPE, 'GET /api/memory/revisions?limit=20'],
    ]);
  });

  it('tells a conflict with both texts, and any other 409 by its sentence', async () => {
    const current = { text: 'theirs', sha256: HASH, revision: 3 };
    const conflict = { error: 'conflict', message: 'Choose.', base: null, current, yours: 'mine' };
    const both = await setUp(json(409, conflict));
    const caught: unknown = await both.api.edit('mine', null).catch((error: unknown) => error);
    expect(caught).toBeInstanceOf(ConflictError);
    expect(caught).toMatchObject({ conflict: { current, yours: 'mine' } });
    const busy = await setUp(json(409, { error: 'conflict', message: 'Try again.' }));
    await expect(busy.api.edit('mine', null)).rejects.toMatchObject({
      name: 'TransportError',
      message: 'Try again.',
    });
  });

  it('tells refusals by the sentence of the server, and is sent once', async () => {
    const { api, heard } = await setUp(
      json(500, { error: 'server', message: 'The disk is full.' }),
    );
    await expect(api.edit('x', null)).rejects.toMatchObject({ message: 'The disk is full.' });
    expect(heard).toHaveLength(1);
  });
});

describe('reading the memory', () => {
  it.each([
    ['no JSON', (response: ServerResponse) => void response.end('<html>')],
    ['another form', json(200, { text: 1 })],
  ])('refuses to understand %s', async (_, reply) => {
    const { api } = await setUp(reply);
    await expect(api.readCurrent()).rejects.toMatchObject({ kind: 'server' });
  });
});

describe('news', () => {
  const author = {
    kind: 'agent',
    thread_id: null,
    run_id: null,
    message_id: null,
    tool_call_id: null,
  };
  const told = {
    number: 8,
    written_at: '2026-01-01T10:00:00.000Z',
    author,
    bytes: 1,
    sha256: HASH,
  };

  it('are asked for after a revision, and end quietly when they are not wanted any more', async () => {
    const { api, heard } = await setUp((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`: alive\n\nid: 8\nevent: revision\ndata: ${JSON.stringify(told)}\n\n`);
      response.write('event: revision\ndata: {"number":"nine"}\n\n');
    });
    const leaving = new AbortController();
    const numbers: number[] = [];
    let opened = 0;
    const onOpen = () => (opened += 1);
    for await (const { number } of api.changes({ after: 7, signal: leaving.signal, onOpen })) {
      numbers.push(number);
      leaving.abort();
    }
    expect(numbers).toEqual([8]);
    expect(opened).toBe(1);
    expect(
      heard.map(({ line, headers }) => [line, keyOf(headers), headers['last-event-id']]),
    ).toEqual([['GET /api/memory/events', SCOPE, '7']]);
  });

  it('tell a lost connection as an error', async () => {
    const { api } = await setUp((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(`id: 8\nevent: revision\ndata: ${JSON.stringify(told)}\n\n`);
      setImmediate(() => response.destroy());
    });
    const { signal } = new AbortController();
    const read = Array.fromAsync(api.changes({ after: undefined, signal, onOpen: () => undefined }));
    await expect(read).rejects.toMatchObject({ kind: 'offline' });
  });
});
