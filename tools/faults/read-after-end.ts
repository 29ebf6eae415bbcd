import assert from 'node:assert/strict';

import { Api, say, type HistoryEntry } from './api.ts';
import { assertAnswered, said } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';

/** Conversations at a time: what comes late comes late where others are at work. */
const AT_ONCE = 24;

/**
 * Reads a thread the moment the end of its second turn is told, goes on from every checkpoint that was
 * listed, and gives the answer anew as public clients do.
 */
export async function readAfterEnd(lab: Lab, extent: Extent): Promise<Finding> {
  const conversations = extent === 'long' ? AT_ONCE * 4 : AT_ONCE / 8;
  const server = await lab.server({ dataDir: lab.directory() });
  let [forks, begun] = [0, 0];
  const worker = async () => {
    while (begun < conversations) {
      begun += 1;
      forks += await converse(new Api(() => server.apiUrl));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, conversations) }, worker));
  await server.stop();
  return {
    fault: 'read, fork and regenerate right after every end',
    done: `${conversations} conversations, up to ${AT_ONCE} at a time; ${forks} forks from what was listed at once`,
    held: 'what was listed stayed, and every fork was taken; an answer was given anew with its question in place',
  };
}

async function converse(api: Api): Promise<number> {
  const threadId = await api.thread();
  for (const words of ['one', 'two']) await api.turn(threadId, say('memory', words));
  const listed = await api.history(threadId);
  const known = new Set(listed.map(placeOf));
  for (const { parent_checkpoint: parent } of listed)
    assert.ok(parent === null || known.has(parent.checkpoint_id), 'a parent is not listed');
  await regenerate(api, threadId, listed);
  for (const entry of listed) {
    const body = { ...say('memory', 'instead'), checkpoint_id: placeOf(entry) };
    const outcome = await api.turn(threadId, body);
    assert.equal(outcome.__error__, undefined, 'a fork from what was listed');
    const words = said((await api.state(threadId)).values.messages ?? []);
    assert.deepEqual(words, [...said(entry.values.messages ?? []), 'instead']);
  }
  return listed.length;
}

/** The parent of the state in which the answer first stands, and nothing new. */
async function regenerate(api: Api, threadId: string, listed: readonly HistoryEntry[]) {
  const answer = listed[0]?.values.messages?.at(-1)?.id;
  const first = listed.findLast(({ values }) =>
    (values.messages ?? []).some(({ id }) => id === answer),
  );
  const checkpoint = first?.parent_checkpoint;
  await api.turn(threadId, { assistant_id: 'memory', input: null, checkpoint });
  const messages = (await api.state(threadId)).values.messages ?? [];
  assert.deepEqual(said(messages), ['one', 'two'], 'an answer given anew');
  assertAnswered(messages, 'an answer given anew');
  assert.notEqual(messages.at(-1)?.id, answer, 'the answer is a new one');
}

function placeOf({ checkpoint }: HistoryEntry): string {
  return checkpoint.checkpoint_id;
}
