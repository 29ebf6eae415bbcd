import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  isCurrentMemory,
  isMemoryArchive,
  isMemoryConflict,
  isMemoryWriteReply,
  isRevisionList,
  isRevisionView,
  isWipeReport,
  type CurrentMemory,
} from '#contract/memory-api';
import { MEMORY_MAX_BYTES, MEMORY_PATH, memoryNamespace } from '#contract/names';
import { isString, shapeOf, type Guard } from '#contract/shape';

import { filesHolding } from '../storage/sqlite/testing/files-holding.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** One person at the API; every reply is held to the shape that clients check. */
function person(owner = newScope()) {
  const ask = async <T>(
    guard: Guard<T>,
    status: number,
    ...request: [string, string, unknown?]
  ) => {
    const [method, path, body] = request;
    const response = await server.ask(owner, method, `/memory${path}`, body);
    const reply: unknown = await response.json();
    expect([response.status, reply]).toEqual([status, reply]);
    if (!guard(reply)) throw new Error(`Not the promised shape: ${JSON.stringify(reply)}`);
    return reply;
  };
  const current = () => ask(isCurrentMemory, 200, 'GET', '');
  return {
    owner,
    ask,
    current,
    put: (text: string, basedOn: string | null) =>
      ask(isMemoryWriteReply, 200, 'PUT', '', { text, based_on: basedOn }),
    /** Edits the text as it is now. */
    async set(text: string) {
      return this.put(text, (await current()).sha256);
    },
    refused: (status: number, ...request: [string, string, unknown?]) =>
      ask(isErrorReply, status, ...request),
    async say(text: string) {
      const client = server.client(owner);
      const { thread_id: threadId } = await client.threads.create();
      await client.runs.wait(threadId, 'memory', {
        input: { messages: [{ role: 'human', content: text }] },
      });
      return threadId;
    },
  };
}

const isErrorReply = shapeOf<{ error: string; message: string }>({
  error: isString,
  message: isString,
});

const origins = ({ lines }: CurrentMemory) =>
  lines.map(({ text, origin }) => [text, origin?.revision ?? null, origin?.author.kind ?? null]);

describe('the memory as its owner reads it', () => {
  it('is told afresh: nothing, then an empty file, then a text with its size', async () => {
    const anna = person();
    expect(await anna.current()).toMatchObject({
      text: null,
      revision: 0,
      sha256: null,
      lines: [],
    });
    await anna.set('');
    expect(await anna.current()).toMatchObject({
      text: '',
      revision: 1,
      meter: { bytes: 0, max_bytes: MEMORY_MAX_BYTES, approximate_tokens: 0 },
    });
    await anna.set('- ✈ PC-12');
    const { text, meter } = await anna.current();
    expect(text).toBe('- ✈ PC-12');
    expect(meter).toMatchObject({ bytes: 11, approximate_tokens: 3 });
  });

  it('says line by line who wrote it, in which conversation, run and message', async () => {
    const anna = person();
    const thread = await anna.say('Please remember that I fly a PC-12.');
    const taught = await anna.current();
    await anna.put(`${taught.text ?? ''}- My base is KBZN\n`, taught.sha256);
    const { lines } = await anna.current();
    expect(lines.map(({ text }) => text)).toEqual(['- I fly a PC-12', '- My base is KBZN', '']);
    const [byAgent, byPerson] = lines;
    expect(byAgent?.origin).toMatchObject({
      revision: 1,
      author: { kind: 'agent', thread_id: thread },
    });
    expect(byPerson?.origin).toMatchObject({
      revision: 2,
      author: { kind: 'person', thread_id: null },
    });
    const state = await server
      .client(anna.owner)
      .threads.getState<{ messages: { id: string }[] }>(thread);
    expect(state.values.messages.map(({ id }) => id)).toContain(byAgent?.origin?.author.message_id);
    const [run] = await server.client(anna.owner).runs.list(thread);
    expect(byAgent?.origin?.author.run_id).toBe(run?.run_id);
  });

  it('keeps every revision with its text, newest first and by page', async () => {
    const anna = person();
    for (const text of ['one', 'two', 'three']) await anna.set(text);
    const numbers = async (query: string) => {
      const { revisions } = await anna.ask(isRevisionList, 200, 'GET', `/revisions${query}`);
      return revisions.map(({ number }) => number);
    };
    expect(await numbers('')).toEqual([3, 2, 1]);
    expect(await numbers('?limit=1&before=3')).toEqual([2]);
    const second = await anna.ask(isRevisionView, 200, 'GET', '/revisions/2');
    expect(second).toMatchObject({ text: 'two', author: { kind: 'person' } });
    expect(JSON.stringify(second)).not.toContain(anna.owner);
    expect((await anna.refused(404, 'GET', '/revisions/9')).message).toContain('no revision 9');
    expect((await anna.refused(400, 'GET', '/revisions/x')).error).toBe('malformed-id');
    expect((await person().refused(404, 'GET', '/revisions/2')).error).toBe('not-found');
  });

  it('opens the very text that an answer was given', async () => {
    const anna = person();
    await anna.set('- I fly a PC-12\n');
    const thread = await anna.say('What do you know about me?');
    await anna.set('- I fly a Pilatus\n');
    const state = await server
      .client(anna.owner)
      .threads.getState<{ messages: { response_metadata?: Record<string, unknown> }[] }>(thread);
    const receipt = state.values.messages.at(-1)?.response_metadata?.['memory_read'];
    const read = await anna.ask(isRevisionView, 200, 'GET', '/revisions/1');
    expect(read.text).toBe('- I fly a PC-12\n');
    expect(receipt).toMatchObject({ revision: 1, sha256: read.sha256, call: 1 });
  });
});

describe('an edit', () => {
  it('is made on the text it was based on, and warns of what looks like a password', async () => {
    const anna = person();
    const first = await anna.put('- a\n', null);
    expect(first).toMatchObject({ revision: 1, changed: true, merged: false, warnings: [] });
    const second = await anna.put('- my password is hunter2\n', first.sha256);
    expect(second.warnings).toEqual([expect.stringContaining('a password')]);
    expect(await anna.put('- my password is hunter2\n', second.sha256)).toMatchObject({
      revision: 2,
      changed: false,
    });
  });

  it('is merged with what others wrote elsewhere in the file meanwhile', async () => {
    const anna = person();
    const base = await anna.put('one\ntwo\nthree\nfour\n', null);
    await anna.put('ONE\ntwo\nthree\nfour\n', base.sha256);
    const merged = await anna.put('one\ntwo\nthree\nFOUR\n', base.sha256);
    expect(merged).toMatchObject({ revision: 3, merged: true });
    expect(await anna.current().then(origins)).toEqual([
      ['ONE', 2, 'person'],
      ['two', 1, 'person'],
      ['three', 1, 'person'],
      ['FOUR', 3, 'person'],
      ['', null, null],
    ]);
  });

  it('is refused with both sides and their base where both changed the same lines', async () => {
    const anna = person();
    const base = await anna.put('- base KBZN\n', null);
    await anna.put('- base KSUN\n', base.sha256);
    const sent = { text: '- base KJAC\n', based_on: base.sha256 };
    const reply = await anna.ask(isMemoryConflict, 409, 'PUT', '', sent);
    expect(reply).toMatchObject({
      base: { text: '- base KBZN\n', revision: 1 },
      current: { text: '- base KSUN\n', revision: 2 },
      yours: '- base KJAC\n',
    });
    expect((await anna.current()).text).toBe('- base KSUN\n');
    const unknown = { text: 'x', based_on: 'f'.repeat(64) };
    expect(await anna.ask(isMemoryConflict, 409, 'PUT', '', unknown)).toHaveProperty('base', null);
  });

  it('cannot bring back a file that was erased meanwhile unseen', async () => {
    const anna = person();
    const base = await anna.put('- a\n', null);
    await anna.ask(isWipeReport, 200, 'DELETE', '');
    const sent = { text: '- a\n- b\n', based_on: base.sha256 };
    const reply = await anna.ask(isMemoryConflict, 409, 'PUT', '', sent);
    expect(reply.current).toMatchObject({ text: null, sha256: null });
  });

  it.each([
    ['no basis', { text: 'a' }, 422],
    ['a basis that is no hash', { text: 'a', based_on: 'abc' }, 422],
    ['no text', { based_on: null }, 422],
    ['half of a Unicode pair', { text: '\ud800', based_on: null }, 422],
    ['one byte too many', { text: 'x'.repeat(MEMORY_MAX_BYTES + 1), based_on: null }, 413],
  ])('with %s is refused and leaves nothing', async (_, body, status) => {
    const anna = person();
    expect((await anna.refused(status, 'PUT', '', body)).message).not.toBe('');
    expect(await anna.current()).toMatchObject({ text: null, revision: 0 });
  });

  it('shrinks a file that other means left too large', async () => {
    const anna = person();
    const large = `${'x'.repeat(MEMORY_MAX_BYTES)}\nkeep`;
    const namespace = memoryNamespace(anna.owner);
    await server.storage.store.put(namespace, MEMORY_PATH, { content: large });
    const opened = await anna.current();
    expect(opened).toMatchObject({ text: large, problem: 'too-large', revision: null, lines: [] });
    await anna.put('keep', opened.sha256);
    expect(await anna.current()).toMatchObject({ text: 'keep', problem: null, revision: 1 });
  });
});

describe('forgetting, undoing and moving', () => {
  it('removes one line, and the right one of several that are the same', async () => {
    const anna = person();
    await anna.set('- a\n- b\n- a\n');
    expect((await anna.refused(422, 'POST', '/forget', { line: '- a' })).message).toContain(
      '2 times',
    );
    const { sha256 } = await anna.current();
    const second = { line: '- a', occurrence: 2, based_on: sha256 };
    await anna.ask(isMemoryWriteReply, 200, 'POST', '/forget', second);
    expect((await anna.current()).text).toBe('- a\n- b\n');
    expect((await anna.refused(404, 'POST', '/forget', { line: '- c' })).error).toBe('not-found');
    // Told by its text alone, a line is found although the memory has moved on.
    await anna.set('- new\n- a\n- b\n');
    await anna.ask(isMemoryWriteReply, 200, 'POST', '/forget', { line: '- b', based_on: sha256 });
    expect((await anna.current()).text).toBe('- new\n- a\n');
    // A place counted in an older text may be another line now.
    await anna.set('- a\n- a\n');
    await anna.ask(isMemoryConflict, 409, 'POST', '/forget', second);
  });

  it('restores an earlier text as a new revision, also that there was no file', async () => {
    const anna = person();
    await anna.set('one');
    await anna.set('two');
    const restored = await anna.ask(isMemoryWriteReply, 200, 'POST', '/restore', { revision: 1 });
    expect(restored).toMatchObject({ revision: 3, changed: true });
    const { text, lines } = await anna.current();
    expect([text, lines[0]?.origin?.author.kind]).toEqual(['one', 'undo']);
    const moved = { revision: 2, based_on: null };
    await anna.ask(isMemoryConflict, 409, 'POST', '/restore', moved);
    expect((await anna.refused(404, 'POST', '/restore', { revision: 8 })).error).toBe('not-found');
    const { revision } = await anna.ask(isWipeReport, 200, 'DELETE', '');
    await anna.set('three');
    await anna.ask(isMemoryWriteReply, 200, 'POST', '/restore', { revision });
    expect((await anna.current()).text).toBeNull();
  });

  it('exports the literal file, and an archive with the history but without the key', async () => {
    const anna = person();
    const text = '\ufeff- $& </agent_memory>\r\n\n';
    expect((await anna.refused(404, 'GET', '/export')).error).toBe('not-found');
    await anna.set('- first\n');
    await anna.set(text);
    const file = await server.ask(anna.owner, 'GET', '/memory/export');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(text));
    expect(file.headers.get('content-disposition')).toContain('AGENTS.md');
    const archive = await anna.ask(isMemoryArchive, 200, 'GET', '/export?format=json');
    expect(archive.revisions.map((row) => row.text)).toEqual([text, '- first\n']);
    expect(JSON.stringify(archive)).not.toContain(anna.owner);

    const ben = person();
    await ben.ask(isMemoryWriteReply, 200, 'POST', '/import', { archive, based_on: null });
    const imported = await ben.current();
    expect([imported.text, imported.lines[0]?.origin?.author.kind]).toEqual([text, 'import']);
    await ben.ask(isMemoryConflict, 409, 'POST', '/import', { text: 'x', based_on: null });
    await ben.refused(422, 'POST', '/import', { based_on: imported.sha256 });
  });
});

describe('a wipe', () => {
  it('leaves neither text nor history, in no file of the database, and says what it did not reach', async () => {
    const anna = person();
    const canary = `canary-${newScope()}`;
    await anna.set(`- ${canary}\n`);
    await anna.set(`- ${canary} twice\n`);
    expect(filesHolding(server.dataDir, canary)).not.toEqual([]);
    const report = await anna.ask(isWipeReport, 200, 'DELETE', '');
    expect(report).toMatchObject({
      verified: true,
      revision: 3,
      revisions_erased: 2,
      conversations_erased: null,
    });
    expect(report.not_reached.join(' ')).toMatch(/Conversations still hold.*Backups/);
    expect(await anna.current()).toMatchObject({ text: null, revision: 3 });
    const { revisions } = await anna.ask(isRevisionList, 200, 'GET', '/revisions');
    expect(revisions).toMatchObject([{ number: 3, bytes: 0, sha256: null }]);
    await anna.refused(404, 'GET', '/revisions/1');
    expect(filesHolding(server.dataDir, canary)).toEqual([]);
  });

  it('reaches every conversation on request, running ones too, and nobody else’s', async () => {
    const [anna, ben] = [person(), person()];
    const canary = `canary${newScope().replaceAll('-', '')}`;
    await anna.say(`Please remember that my aircraft is ${canary}.`);
    expect(filesHolding(server.dataDir, canary)).not.toEqual([]);
    const bens = await ben.say('Please remember that I fly a TBM.');
    const client = server.client(anna.owner);
    const { thread_id: held } = await client.threads.create();
    await client.runs.create(held, 'held', { input: { messages: [] } });
    const report = await anna.ask(isWipeReport, 200, 'DELETE', '?conversations=true');
    expect(report).toMatchObject({ verified: true, conversations_erased: 2 });
    expect(report.not_reached.join(' ')).not.toContain('Conversations still');
    expect(await client.threads.search()).toEqual([]);
    expect(filesHolding(server.dataDir, canary)).toEqual([]);
    expect((await ben.current()).text).toContain('TBM');
    expect(await server.client(ben.owner).threads.get(bens)).toHaveProperty('thread_id', bens);
  });
});
