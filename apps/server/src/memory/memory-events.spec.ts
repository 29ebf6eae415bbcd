import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isRevisionSummary, type RevisionSummary } from '#contract/memory-api';

import { MEMORY_FOLLOWERS } from '../concurrency/stream-places.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Reads an owner's news as a client does: over a connection of its own, without a time limit. */
class Reader {
  readonly #chunks: ReadableStreamDefaultReader<string>;
  #text = '';

  private constructor(body: ReadableStream<Uint8Array>) {
    this.#chunks = body.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(owner: string, lastEventId?: number): Promise<Reader> {
    const response = await fetch(`${server.apiUrl}/memory/events`, {
      headers: {
        'x-api-key': owner,
        ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
      },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    if (response.body === null) throw new Error('There is no stream.');
    return new Reader(response.body);
  }

  /** The next revision told; its id must be its number. */
  async next(): Promise<RevisionSummary> {
    const block = await this.#until(/^id: (\d+)\nevent: revision\ndata: (.*)\n\n/m);
    const data: unknown = JSON.parse(block[2] ?? '');
    if (!isRevisionSummary(data)) throw new Error('Not a revision.');
    expect(String(data.number)).toBe(block[1]);
    return data;
  }

  alive(): Promise<unknown> {
    return this.#until(/^: alive\n\n/m);
  }

  async close(): Promise<void> {
    await this.#chunks.cancel();
  }

  async #until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#text);
      if (found) {
        this.#text = this.#text.slice(found.index + found[0].length);
        return found;
      }
      const { value, done } = await this.#chunks.read();
      if (done) throw new Error('The stream ended.');
      this.#text += value;
    }
  }
}

/** A reply without its body, whose connection is given up. */
async function peek(ask: () => Promise<Response>): Promise<Response> {
  const response = await ask();
  await response.body?.cancel();
  return response;
}

async function put(owner: string, text: string): Promise<void> {
  const now = (await (await server.ask(owner, 'GET', '/memory')).json()) as {
    sha256: string | null;
  };
  const body = { text, based_on: now.sha256 };
  expect((await server.ask(owner, 'PUT', '/memory', body)).status).toBe(200);
}

describe('news of the memory', () => {
  it('reach every open reader of the owner, whoever writes, and hold no text', async () => {
    const owner = newScope();
    const readers = await Promise.all([Reader.open(owner), Reader.open(owner)]);
    await Promise.all(readers.map((reader) => reader.alive()));
    await put(owner, '- by the person\n');
    const client = server.client(owner);
    const { thread_id: thread } = await client.threads.create();
    const input = { messages: [{ role: 'human', content: 'Remember that I fly a PC-12.' }] };
    await client.runs.wait(thread, 'memory', { input });
    await server.ask(owner, 'DELETE', '/memory');
    for (const reader of readers) {
      const told = [await reader.next(), await reader.next(), await reader.next()];
      expect(told.map(({ number, author }) => [number, author.kind])).toEqual([
        [1, 'person'],
        [2, 'agent'],
        [3, 'person'],
      ]);
      expect(told[1]?.author.thread_id).toBe(thread);
      expect(JSON.stringify(told)).not.toContain('by the person');
      await reader.close();
    }
  });

  it('go on after the last one a reader knows, without gap or repeat', async () => {
    const owner = newScope();
    for (const text of ['one', 'two', 'three']) await put(owner, text);
    const reader = await Reader.open(owner, 1);
    expect([(await reader.next()).number, (await reader.next()).number]).toEqual([2, 3]);
    await put(owner, 'four');
    expect((await reader.next()).number).toBe(4);
    await reader.close();
    const fresh = await Reader.open(owner);
    await fresh.alive();
    await put(owner, 'five');
    expect((await fresh.next()).number).toBe(5);
    await fresh.close();
  });

  it('are nobody else’s', async () => {
    const [anna, ben] = [newScope(), newScope()];
    const reader = await Reader.open(ben);
    await reader.alive();
    await put(anna, 'anna’s');
    await put(ben, 'ben’s');
    expect(await reader.next()).toMatchObject({ number: 1, bytes: 'ben’s'.length + 2 });
    await reader.close();
    const response = await fetch(`${server.apiUrl}/memory/events`);
    expect(response.status).toBe(401);
  });

  it('reach so many pages of one owner at once, and another when one of them has gone', async () => {
    const owner = newScope();
    const readers = await Promise.all(
      Array.from({ length: MEMORY_FOLLOWERS.perOwner }, () => Reader.open(owner)),
    );
    const headers = { 'x-api-key': owner };
    const ask = () => fetch(`${server.apiUrl}/memory/events`, { headers });
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15']);
    expect(await refused.json()).toEqual({
      error: 'too-many',
      message: expect.stringContaining('Close one, or try again later') as string,
    });
    const other = await Reader.open(newScope());
    await other.alive();
    await readers.pop()?.close();
    await expect.poll(async () => (await peek(ask)).status).toBe(200);
    await Promise.all([other, ...readers].map((reader) => reader.close()));
  });

  it('need a last event id that can be one', async () => {
    const response = await fetch(`${server.apiUrl}/memory/events`, {
      headers: { 'x-api-key': newScope(), 'last-event-id': 'x' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('message');
  });
});
