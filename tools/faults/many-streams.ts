import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

import { Api, say } from './api.ts';
import type { Extent, Finding, Lab } from './lab.ts';

/** Memory that the server may need for each open stream, in bytes. */
const BYTES_PER_STREAM = 300_000;
/** What a working server's memory may vary by in any case, in bytes. */
const SLACK_BYTES = 60_000_000;

/**
 * Many readers of one run: a part from the beginning, a part in the middle of it (what was told is
 * replayed to them, then they go on live), and some that take the first bytes and read no more.
 */
export async function manyStreams(lab: Lab, extent: Extent): Promise<Finding> {
  const [streams, pieces] = extent === 'long' ? [1000, 400] : [100, 60];
  const idle = streams / 20;
  const server = await lab.server({ dataDir: lab.directory() });
  const api = new Api(() => server.apiUrl);
  const threadId = await api.thread();
  await api.turn(threadId, say('speaking', '3'));
  const before = server.memoryBytes;
  const body = { ...say('speaking', String(pieces)), stream_mode: ['messages-tuple', 'values'] };
  const { run_id } = await api.start(threadId, body);
  const url = `${server.apiUrl}/threads/${threadId}/runs/${run_id}/stream`;
  const open = (count: number) =>
    Promise.all(Array.from({ length: count }, () => openStream(url, api.owner)));
  const early = await open(streams / 2);
  const idlers = early.splice(0, idle);
  for (const reader of idlers) reader.pause();
  const reading = early.map(readAll);
  const late = await open(streams / 2);
  let peak = server.memoryBytes;
  const watch = setInterval(() => (peak = Math.max(peak, server.memoryBytes)), 100);
  const start = performance.now();
  await api.join(threadId, run_id);
  const seconds = (performance.now() - start) / 1000;
  const digests = await Promise.all([...reading, ...late.map(readAll)]);
  clearInterval(watch);
  const { digest, text } = digests[0] ?? { digest: '', text: '' };
  for (const other of digests)
    assert.equal(other.digest, digest, 'two readers heard different things');
  assertWholeSpeech(text, pieces);
  const grown = peak - before;
  assert.ok(
    grown < SLACK_BYTES + streams * BYTES_PER_STREAM,
    `${streams} streams took ${Math.round(grown / 1e6)} MB`,
  );
  for (const reader of idlers) reader.destroy();
  await api.turn(threadId, say('speaking', '1'));
  await server.stop();
  return {
    fault: `${streams} open event streams of one run`,
    done: `${streams / 2} from the start, ${streams / 2} joined later, ${idle} of them reading nothing; ${pieces} pieces of text`,
    held: `${digests.length} heard the same bytes, without gap or repeat, to the end; the run took ${seconds.toFixed(1)} s after the last had joined; ${Math.round(grown / 1e6)} MB more at the peak (${Math.round(before / 1e6)} MB before)`,
  };
}

/** Resolves with a stream whose first bytes are there. */
async function openStream(url: string, owner: string): Promise<IncomingMessage> {
  const asked = request(url, {
    headers: { 'x-api-key': owner, 'last-event-id': '-1' },
    agent: false,
  });
  asked.end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  assert.equal(reply.statusCode, 200);
  return reply;
}

/** All that a reader hears, without the signs of life, which come when they come. */
async function readAll(reply: IncomingMessage): Promise<{ digest: string; text: string }> {
  reply.setEncoding('utf8');
  let text = '';
  for await (const chunk of reply as AsyncIterable<string>) text += chunk;
  const heard = text.replaceAll(': alive\n\n', '');
  return { digest: createHash('sha256').update(heard).digest('hex'), text: heard };
}

/** Throws unless the stream has rising ids, every piece once, in order, and its end. */
function assertWholeSpeech(text: string, pieces: number): void {
  const events = text.split('\n\n').filter((event) => event !== '');
  const ids = events.flatMap((event) => /^id: (\d+)$/m.exec(event)?.[1] ?? []).map(Number);
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((a, b) => a - b),
    'event ids',
  );
  const spoken = events
    .filter((event) => /^event: messages$/m.test(event))
    .map((event) => JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '[]') as { content?: string }[])
    .map(([message]) => message?.content ?? '')
    .join('');
  const expected = Array.from({ length: pieces }, (_, piece) => `piece ${piece + 1}. `).join('');
  assert.equal(spoken, expected, 'what was said');
}
