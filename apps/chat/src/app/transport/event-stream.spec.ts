import { describe, expect, it } from 'vitest';

import { serverEvents, type ServerEvent } from './event-stream';

const encoder = new TextEncoder();

async function read(...pieces: (string | Uint8Array)[]): Promise<ServerEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
  return Array.fromAsync(serverEvents(body));
}

describe('server-sent events', () => {
  it('are read with id, name and data; comments are passed over', async () => {
    expect(await read(': alive\n\nid: 7\nevent: revision\ndata: {"a":1}\n\n')).toEqual([
      { id: '7', event: 'revision', data: '{"a":1}' },
    ]);
  });

  it('may arrive in any pieces, even within a character', async () => {
    const bytes = encoder.encode('id: 1\ndata: Zürich 🛩\n\nid: 2\ndata: b\n\n');
    const singly = [...bytes].map((byte) => Uint8Array.of(byte));
    expect((await read(...singly)).map(({ id, data }) => [id, data])).toEqual([
      ['1', 'Zürich 🛩'],
      ['2', 'b'],
    ]);
  });

  it('keep the last id, join data lines, and drop what is unfinished', async () => {
    expect(await read('id: 3\r\ndata: a\r\ndata: b\r\n\r\ndata: c\r\n\r\ndata: lost')).toEqual([
      { id: '3', event: 'message', data: 'a\nb' },
      { id: '3', event: 'message', data: 'c' },
    ]);
  });
});
