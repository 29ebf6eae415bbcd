import { expect, it } from 'vitest';

import type { RevisionSummary } from '#contract/memory-api';

import { TransportError } from '../../transport/transport-error';
import type { ChangesRequest } from './memory-api';
import { watchMemory } from './memory-watch';

const revision = (number: number): RevisionSummary => ({
  number,
  written_at: '2026-01-01T10:00:00.000Z',
  author: { kind: 'person', thread_id: null, run_id: null, message_id: null, tool_call_id: null },
  bytes: 0,
  sha256: null,
});

/** Each connection of the script in turn: whether it opens, and what it tells before it breaks. */
async function watch(
  script: readonly { opens: boolean; tells: readonly number[]; refused?: number }[],
) {
  const ending = new AbortController();
  const left = [...script];
  const asked: (number | undefined)[] = [];
  const heard: number[] = [];
  const connected: boolean[] = [];
  const pauses: number[] = [];
  let refused = 0;
  async function* changes({ after, onOpen }: ChangesRequest): AsyncIterable<RevisionSummary> {
    asked.push(after);
    const connection = left.shift();
    if (left.length === 0) ending.abort();
    await Promise.resolve();
    const retryAfter = connection?.refused;
    if (retryAfter !== undefined)
      throw new TransportError('server', 'Too many.', { retryAfter });
    if (connection?.opens !== true) throw new Error('no connection');
    onOpen();
    yield* connection.tells.map(revision);
  }
  await watchMemory(
    {
      api: { changes },
      pause: (milliseconds) => {
        pauses.push(milliseconds);
        return Promise.resolve();
      },
      newest: () => heard.at(-1),
      onRevision: (number) => heard.push(number),
      onRefused: () => (refused += 1),
      onConnected: (is) => connected.push(is),
    },
    ending.signal,
  );
  return { asked, heard, connected, pauses, refused };
}

it('goes on after the newest revision it heard of, and tells when it is not told', async () => {
  const { asked, heard, connected } = await watch([
    { opens: true, tells: [4, 5] },
    { opens: false, tells: [] },
    { opens: true, tells: [6] },
  ]);
  expect(asked).toEqual([undefined, 5, 5]);
  expect(heard).toEqual([4, 5, 6]);
  expect(connected).toEqual([true, false, false, true]);
});

it('waits longer from failure to failure, and anew after a connection', async () => {
  const failed = { opens: false, tells: [] };
  const { pauses } = await watch([failed, failed, failed, { opens: true, tells: [] }, failed]);
  expect(pauses).toEqual([500, 1_000, 2_000, 500]);
});

it('reads instead where it is refused, and asks again no sooner than the server wants', async () => {
  const crowded = { opens: false, tells: [], refused: 15 };
  const { pauses, refused } = await watch([crowded, crowded, { opens: true, tells: [] }]);
  expect(pauses).toEqual([15_000, 15_000]);
  expect(refused).toBe(2);
});
