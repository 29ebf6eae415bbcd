import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

import { createFakeProvider } from '#graph/demo/fake-provider';

import { Api, say, teach, type Message } from './api.ts';
import { assertAnswered, assertAtRest, assertWhole, occurrences, said } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';
import type { ServerProcess } from './server-process.ts';
import { unlessGone } from './unless-gone.ts';

/** When a server is killed after its writers have begun, in milliseconds. */
const LEAST_MS = 30;
const MOST_MS = 1500;
/** Pause of the model before each piece of an answer, in milliseconds. */
const MODEL_LATENCY_MS = 3;

/** What the server has said of a turn by the time it died. */
type Told = 'nothing' | 'accepted' | 'acknowledged';

interface Turn {
  readonly threadId: string;
  readonly text: string;
  readonly fact: string | undefined;
  told: Told;
  answer: string;
}

/** Everything that was asked of the servers, and what they had said of it. */
class Ledger {
  readonly turns: Turn[] = [];
  readonly items: { readonly key: string; told: Told }[] = [];

  of(threadId: string): Turn[] {
    return this.turns.filter((turn) => turn.threadId === threadId);
  }

  get threads(): string[] {
    return [...new Set(this.turns.map(({ threadId }) => threadId))];
  }

  count(told: Told): number {
    return [...this.turns, ...this.items].filter((entry) => entry.told === told).length;
  }
}

/**
 * Kills a real server at random points of a stream of turns, of memory writes by the agent, and of
 * plain store writes, and looks after each kill, and once more at the end, for all it had
 * acknowledged. The model answers over HTTP, in pieces.
 */
export async function killAtRandom(lab: Lab, extent: Extent): Promise<Finding> {
  const rounds = extent === 'long' ? 30 : 2;
  const dataDir = lab.directory();
  const model = createFakeProvider({ latency: MODEL_LATENCY_MS });
  await model.start();
  lab.undoLater(() => model.stop());
  const env = { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'none' };
  let server = await lab.server({ dataDir, env });
  const api = new Api(() => server.apiUrl);
  const ledger = new Ledger();
  for (let round = 1; round <= rounds; round += 1) {
    await writeUntilKilled(api, server, { ledger, round, killAfter: killTime(lab) });
    server = await lab.server({ dataDir, env });
    const threads = ledger.threads.filter((id) =>
      ledger.of(id).some(({ text }) => is(text, round)),
    );
    await assertKept(api, ledger, threads, `round ${round}`);
    assertWhole(dataDir, `round ${round}`);
  }
  await assertKept(api, ledger, ledger.threads, 'in the end');
  await server.stop();
  assertWhole(dataDir, 'in the end');
  return {
    fault: 'kill -9 at random points of a stream of turns and writes',
    done: `${rounds} rounds, 5 writers; ${ledger.count('acknowledged')} turns and writes acknowledged, ${ledger.count('accepted')} accepted and cut, ${ledger.count('nothing')} cut before a word`,
    held: 'every acknowledged turn, memory line and item there; every accepted turn ended; nothing twice; no thread stuck; integrity ok',
  };
}

function killTime(lab: Lab): number {
  return lab.random.between(LEAST_MS, MOST_MS);
}

/** Texts name their round, so that a round finds its own. */
function is(text: string, round: number): boolean {
  return text.includes(`round ${round} `);
}

interface Round {
  readonly ledger: Ledger;
  readonly round: number;
  readonly killAfter: number;
}

async function writeUntilKilled(api: Api, server: ServerProcess, how: Round): Promise<void> {
  const { ledger, round, killAfter } = how;
  const threads = [await api.thread(), await api.thread(), await api.thread(), await api.thread()];
  const writers = threads.map((threadId, writer) =>
    converse(api, server, ledger, (turn) => {
      const about = `round ${round} writer ${writer} turn ${turn}`;
      // Two teach, two only talk.
      if (writer > 1) return { threadId, text: about, fact: undefined };
      return {
        threadId,
        text: `Please remember that fact of ${about} holds.`,
        fact: `fact of ${about} holds`,
      };
    }),
  );
  writers.push(keepItems(api, server, ledger, round));
  const all = Promise.all(writers);
  await Promise.race([pause(killAfter), all]);
  await server.kill();
  await all;
}

type Planned = Pick<Turn, 'threadId' | 'text' | 'fact'>;

/** Takes turn after turn until the server dies. */
async function converse(
  api: Api,
  server: ServerProcess,
  ledger: Ledger,
  plan: (turn: number) => Planned,
): Promise<void> {
  for (let number = 1; server.running; number += 1) {
    const turn: Turn = { ...plan(number), told: 'nothing', answer: '' };
    ledger.turns.push(turn);
    const body = turn.fact === undefined ? say('trivial', turn.text) : teach(turn.fact);
    const accepted = () => (turn.told = 'accepted');
    const outcome = await unlessGone(server, api.turn(turn.threadId, body, accepted));
    if (!outcome) return;
    assert.equal(outcome.__error__, undefined, `${turn.text}: failed`);
    turn.answer = String(outcome.messages?.at(-1)?.content);
    turn.told = 'acknowledged';
  }
}

/** Puts item after item until the server dies. */
async function keepItems(
  api: Api,
  server: ServerProcess,
  ledger: Ledger,
  round: number,
): Promise<void> {
  for (let number = 1; server.running; number += 1) {
    const item = { key: `round ${round} item ${number}`, told: 'nothing' as Told };
    ledger.items.push(item);
    const put = api.put(item.key, { key: item.key }).then(() => true);
    if (!(await unlessGone(server, put))) return;
    item.told = 'acknowledged';
  }
}

async function assertKept(api: Api, ledger: Ledger, threads: readonly string[], where: string) {
  for (const threadId of threads) {
    await assertAtRest(api, threadId, where);
    const { values } = await api.state(threadId);
    assertSaid(values.messages ?? [], ledger.of(threadId), where);
  }
  const memory = await api.memory();
  for (const { fact, answer, told } of ledger.turns) {
    if (fact === undefined) continue;
    const found = occurrences(memory, fact);
    if (told === 'acknowledged' && answer.startsWith('Noted:'))
      assert.equal(found, 1, `${where}: "${fact}" in the memory`);
    else assert.ok(found <= 1, `${where}: "${fact}" is ${found} times in the memory`);
  }
  for (const { key, told } of ledger.items)
    if (told === 'acknowledged') assert.deepEqual(await api.get(key), { key }, where);
}

/** Throws unless all that was accepted is there once, in order, with its answer. */
function assertSaid(messages: readonly Message[], turns: readonly Turn[], where: string): void {
  const texts = said(messages);
  const accepted = turns.filter(({ told }) => told !== 'nothing').map(({ text }) => text);
  const maybe = turns.map(({ text }) => text);
  // Only the last can have been cut before a word was said of it; it may or may not be there.
  assert.ok(
    [accepted, maybe].some((expected) => JSON.stringify(expected) === JSON.stringify(texts)),
    `${where}: ${JSON.stringify(texts)} was said instead of ${JSON.stringify(maybe)}`,
  );
  assertAnswered(messages, where);
}
