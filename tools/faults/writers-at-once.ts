import assert from 'node:assert/strict';

import { createFakeProvider } from '#graph/demo/fake-provider';

import { Api, say, teach } from './api.ts';
import { assertAnswered, assertAtRest, assertWhole, occurrences, said } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';

const WRITERS = 8;
/** Pause of the model before each piece of an answer, in milliseconds: writers must overlap. */
const MODEL_LATENCY_MS = 5;

/**
 * Eight writers on one thread, and eight conversations that teach one memory, at once, the first of
 * them after all eight have read the same memory.
 */
export async function writersAtOnce(lab: Lab, extent: Extent): Promise<Finding> {
  const turns = extent === 'long' ? 25 : 3;
  const dataDir = lab.directory();
  const model = createFakeProvider({ latency: MODEL_LATENCY_MS, gather: WRITERS });
  await model.start();
  lab.undoLater(() => model.stop());
  const env = { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'none' };
  const server = await lab.server({ dataDir, env });
  const api = new Api(() => server.apiUrl);
  await teachAtOnce(api, turns);
  await talkAtOnce(api, turns);
  await server.stop();
  assertWhole(dataDir, 'afterwards');
  const each = `${WRITERS} × ${turns} turns`;
  return {
    fault: `${WRITERS} writers at once, on one memory and on one thread`,
    done: `${each} that teach one memory, ${each} queued on one thread`,
    held: 'every fact in the memory once; every turn in the thread once, answered, in the order accepted',
  };
}

async function teachAtOnce(api: Api, turns: number): Promise<void> {
  const taught = Array.from({ length: WRITERS }, async (_, writer) => {
    const threadId = await api.thread();
    const facts = [];
    for (let turn = 1; turn <= turns; turn += 1) {
      const fact = `writer ${writer} knows fact ${turn}`;
      const outcome = await api.turn(threadId, teach(fact));
      const answer = String(outcome.messages?.at(-1)?.content);
      assert.match(answer, /^Noted:/, `"${fact}" was not remembered`);
      facts.push(fact);
    }
    await assertAtRest(api, threadId, `writer ${writer}`);
    return facts;
  });
  const facts = (await Promise.all(taught)).flat();
  const lines = `${await api.memory()}\n`;
  for (const fact of facts)
    assert.equal(occurrences(lines, `${fact}\n`), 1, `"${fact}" in the memory`);
  assert.equal(await api.revisions(), facts.length, 'writes of the memory');
}

async function talkAtOnce(api: Api, turns: number): Promise<void> {
  const threadId = await api.thread();
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const texts = [];
    for (let turn = 1; turn <= turns; turn += 1) {
      const text = `writer ${writer} says ${turn}`;
      await api.turn(threadId, say('memory', text));
      texts.push(text);
    }
    return texts;
  });
  const texts = (await Promise.all(writers)).flat();
  await assertAtRest(api, threadId, 'one thread');
  const messages = (await api.state(threadId)).values.messages ?? [];
  assert.deepEqual(said(messages).toSorted(), texts.toSorted(), 'what was said in one thread');
  assertAnswered(messages, 'one thread');
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const own = said(messages).filter((text) => text.startsWith(`writer ${writer} `));
    assert.deepEqual(
      own,
      texts.filter((text) => text.startsWith(`writer ${writer} `)),
      `the order of writer ${writer}`,
    );
  }
}
