import { afterAll, beforeAll, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';
import { DOCUMENT_LIMITS } from './extract/extracted.ts';
import { makePdf } from './testing/make-files.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function send(
  scope: string,
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const url = `${server.apiUrl}/documents?name=${encodeURIComponent(name)}`;
  return fetch(url, { method: 'POST', headers: { 'x-api-key': scope }, body });
}

it('takes a file as it is, finds in it, shows its text, and forgets it', async () => {
  const anna = newScope();
  const pdf = Buffer.from(makePdf(['The hangar costs 400 euros', 'from March']));
  const added = (await (await send(anna, 'Rätes & more.pdf', pdf)).json()) as { id: string };
  expect(added).toMatchObject({
    name: 'Rätes & more.pdf',
    ...{ format: 'pdf', pages: 2, bytes: pdf.length, length: 38 },
    extractor: expect.stringContaining('unpdf') as string,
  });
  expect(await (await server.ask(anna, 'GET', '/documents')).json()).toEqual([added]);
  const query = { query: 'What does the hangar cost?' };
  expect(await (await server.ask(anna, 'POST', '/documents/search', query)).json()).toEqual([
    { document: added, start: 0, end: 38, text: 'The hangar costs 400 euros\n\nfrom March' },
  ]);
  const path = `/documents/${added.id}`;
  expect(await (await server.ask(anna, 'GET', path)).json()).toEqual({
    ...added,
    text: 'The hangar costs 400 euros\n\nfrom March',
  });
  expect((await server.ask(anna, 'DELETE', path)).status).toBe(204);
  expect((await server.ask(anna, 'GET', path)).status).toBe(404);
  expect((await server.ask(anna, 'DELETE', path)).status).toBe(404);
  expect(await (await server.ask(anna, 'POST', '/documents/search', query)).json()).toEqual([]);
});

it.each([
  ['no name', '', 'text', 422],
  ['no text', 'a.txt', ' ', 422],
  ['what is no document', 'a.exe', Uint8Array.from([77, 90, 0, 1]), 422],
  ['a file that is too large', 'a.txt', 'x'.repeat(DOCUMENT_LIMITS.bytes + 1), 413],
  ['too much text', 'a.txt', 'x'.repeat(DOCUMENT_LIMITS.length + 1), 413],
])('refuses %s with a sentence', async (_, name, body, status) => {
  const scope = newScope();
  const response = await send(scope, name, body);
  expect(response.status).toBe(status);
  expect(((await response.json()) as { message: string }).message).toMatch(/^[A-Z].*\.$/s);
  expect(await (await server.ask(scope, 'GET', '/documents')).json()).toEqual([]);
});
