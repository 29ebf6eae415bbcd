import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { RunEvent } from '../storage/storage.ts';
import { eventStream } from './event-stream.ts';

const logger = pino({ level: 'silent' });

function* numbered(count: number): Generator<RunEvent> {
  for (let id = 0; id < count; id++) yield { id, event: 'custom', data: { text: `a\n${id}` } };
}

function text(chunk: { value?: Uint8Array | undefined }): string {
  return new TextDecoder().decode(chunk.value);
}

describe('eventStream', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('writes id, event and one line of data for each, then end where it is asked for', async () => {
    const closed = vi.fn();
    const stream = eventStream(
      async function* () {
        yield* await Promise.resolve(numbered(2));
      },
      { heartbeatMs: 1000, logger, closed, end: true },
    );
    expect(await new Response(stream).text()).toBe(
      'id: 0\nevent: custom\ndata: {"text":"a\\n0"}\n\n' +
        'id: 1\nevent: custom\ndata: {"text":"a\\n1"}\n\n' +
        'event: end\ndata: null\n\n',
    );
    expect(closed.mock.calls).toEqual([['ended']]);
  });

  it('shows a sign of life in silence, and loses no event by it', async () => {
    const { promise, resolve } = Promise.withResolvers<RunEvent>();
    const stream = eventStream(
      async function* () {
        yield await promise;
      },
      { heartbeatMs: 1000, logger },
    );
    const reader = stream.getReader();
    for (let beat = 0; beat < 3; beat++) {
      const read = reader.read();
      await vi.advanceTimersByTimeAsync(1000);
      expect(text(await read)).toBe(': alive\n\n');
    }
    resolve({ id: 7, event: 'values', data: {} });
    expect(text(await reader.read())).toBe('id: 7\nevent: values\ndata: {}\n\n');
    expect((await reader.read()).done).toBe(true);
  });

  it('reads no faster than its reader, and stops reading when that goes away', async () => {
    const closed = vi.fn();
    let taken = 0;
    let aborted = false;
    const stream = eventStream(
      async function* (signal) {
        signal.addEventListener('abort', () => (aborted = true));
        for (const event of numbered(1000)) {
          taken++;
          yield await Promise.resolve(event);
        }
      },
      { heartbeatMs: 1000, logger, closed },
    );
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    expect(taken).toBe(2);
    await reader.cancel();
    expect(aborted).toBe(true);
    expect(closed.mock.calls).toEqual([['gone']]);
  });

  it('is cut without end when reading fails, so that the client rejoins', async () => {
    const stream = eventStream(
      async function* () {
        yield* numbered(1);
        await Promise.resolve();
        throw new Error('disk gone');
      },
      { heartbeatMs: 1000, logger },
    );
    const reader = stream.getReader();
    await reader.read();
    await expect(reader.read()).rejects.toThrow('disk gone');
  });
});
