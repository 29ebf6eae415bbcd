import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';

import { Api, say, teach } from './api.ts';
import { assertAnswered, assertAtRest, assertWhole, occurrences, said } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';
import { unlessGone } from './unless-gone.ts';

/** More writes than any turn here makes. */
const MANY = 60;
/** Of a turn's writes, those that the short form kills after. */
const SOME = [0, 5];

/** A turn to be killed: what comes before it, how it begins, and what must be true in the end. */
interface Case {
  readonly name: string;
  before(api: Api, threadId: string): Promise<void>;
  request(api: Api, threadId: string): Promise<object>;
  after(api: Api, threadId: string, where: string): Promise<void>;
}

const FACTS = [
  'the first aircraft is a PC-12',
  'the second field is KBZN',
  'the third base is KJAC',
];

async function assertTaught(api: Api, threadId: string, facts: readonly string[], where: string) {
  const { values, next } = await api.state(threadId);
  const messages = values.messages ?? [];
  assert.deepEqual(
    said(messages),
    facts.map((fact) => `Please remember that ${fact}.`),
    `${where}: what was said`,
  );
  assertAnswered(messages, where);
  assert.deepEqual(next, [], `${where}: nothing is left to do`);
}

async function assertRemembered(api: Api, facts: readonly string[], where: string) {
  const memory = await api.memory();
  for (const fact of facts)
    assert.equal(occurrences(memory, fact), 1, `${where}: "${fact}" in the memory`);
  assert.equal(await api.revisions(), facts.length, `${where}: writes of the memory`);
}

const [first = '', second = '', third = ''] = FACTS;

const PLAIN: Case = {
  name: 'a message that teaches',
  async before(api, threadId) {
    await api.turn(threadId, teach(first));
  },
  request: () => Promise.resolve(teach(second)),
  async after(api, threadId, where) {
    await assertTaught(api, threadId, [first, second], where);
    await assertRemembered(api, [first, second], where);
  },
};

const APPROVED: Case = {
  name: 'going on where a person had it wait before its tools',
  async before(api, threadId) {
    await api.turn(threadId, teach(first));
    await api.turn(threadId, { ...teach(second), interrupt_before: ['tools'] });
    assert.equal(await api.threadStatus(threadId), 'interrupted');
  },
  request: () => Promise.resolve({ assistant_id: 'memory', input: null }),
  after: (api, threadId, where) => PLAIN.after(api, threadId, where),
};

const FORK: Case = {
  name: 'a fork from an earlier turn',
  async before(api, threadId) {
    await api.turn(threadId, teach(first));
    const { checkpoint } = await api.state(threadId);
    await api.put('fork', checkpoint);
    await api.turn(threadId, teach(second));
  },
  async request(api) {
    const { checkpoint_id } = (await api.get('fork')) as { checkpoint_id: string };
    return { ...teach(third), checkpoint_id };
  },
  async after(api, threadId, where) {
    await assertTaught(api, threadId, [first, third], where);
    await assertRemembered(api, [first, second, third], where);
  },
};

const RESUME: Case = {
  name: 'an answer to the first of two questions',
  async before(api, threadId) {
    await api.turn(threadId, say('asking', 'go'));
  },
  request: () => Promise.resolve(answer('A')),
  async after(api, threadId, where) {
    const { tasks, values } = await api.state(threadId);
    const questions = tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value));
    assert.deepEqual(questions, ['second?'], `${where}: what is asked next`);
    assert.deepEqual(said(values.messages ?? []), ['go'], `${where}: what was said`);
    assert.equal(await api.threadStatus(threadId), 'interrupted', where);
    await api.turn(threadId, answer('B'));
    await assertAnswers(api, threadId, where);
  },
};

const LAST_RESUME: Case = {
  name: 'an answer to the last question',
  async before(api, threadId) {
    await RESUME.before(api, threadId);
    await api.turn(threadId, answer('A'));
  },
  request: () => Promise.resolve(answer('B')),
  after: assertAnswers,
};

const CONSENT: Case = {
  name: 'a write of the memory that a person approves',
  async before(api, threadId) {
    await api.turn(threadId, teach(first));
    await api.setMode(threadId, 'ask');
    await api.turn(threadId, teach(second));
    assert.equal(await api.threadStatus(threadId), 'interrupted');
  },
  request() {
    const resume = { decisions: [{ type: 'approve' }] };
    return Promise.resolve({ assistant_id: 'memory', command: { resume } });
  },
  async after(api, threadId, where) {
    await PLAIN.after(api, threadId, where);
    await assertAtRest(api, threadId, where);
  },
};

function answer(resume: string): object {
  return { assistant_id: 'asking', command: { resume } };
}

async function assertAnswers(api: Api, threadId: string, where: string): Promise<void> {
  const { values } = await api.state(threadId);
  const texts = (values.messages ?? []).map(({ content }) => content);
  assert.deepEqual(texts, ['go', 'answers: A, B'], `${where}: the answers`);
}

/**
 * Kills a real server after every single write of a turn, one after the other, each time on a copy
 * of the same directory, and lets the next server take the turn up.
 */
export async function killAfterEveryWrite(lab: Lab, extent: Extent): Promise<Finding> {
  const cases =
    extent === 'long' ? [PLAIN, CONSENT, APPROVED, FORK, RESUME, LAST_RESUME] : [PLAIN, CONSENT];
  const done: string[] = [];
  for (const turn of cases) {
    const kills = await killEach(lab, turn, extent === 'long' ? undefined : SOME);
    done.push(`${turn.name}: ${kills}`);
  }
  return {
    fault: 'kill -9 after every single write of a turn, and before the first',
    done: done.join('; '),
    held: 'the turn was taken up and ended: nothing lost, said, answered or remembered twice; no answer given to another question',
  };
}

async function killEach(lab: Lab, turn: Case, some: readonly number[] | undefined) {
  const base = lab.directory();
  const owner = new Api(() => '').owner;
  const server = await lab.server({ dataDir: base });
  const api = new Api(() => server.apiUrl, owner);
  const threadId = await api.thread();
  await turn.before(api, threadId);
  await server.stop();
  const counts = some ?? Array.from({ length: MANY }, (_, writes) => writes);
  for (const writes of counts) {
    const died = await killOnce(lab, turn, { base, owner, threadId, writes });
    if (!died && !some) return writes;
    assert.ok(died, `${turn.name}: ended before it could be killed after ${writes} writes`);
  }
  assert.ok(some, `${turn.name}: the turn never ended`);
  return some.length;
}

interface Kill {
  readonly base: string;
  readonly owner: string;
  readonly threadId: string;
  readonly writes: number;
}

/** Whether the server died before the turn had ended. */
async function killOnce(lab: Lab, turn: Case, kill: Kill): Promise<boolean> {
  const { base, owner, threadId, writes } = kill;
  const where = `${turn.name}, killed after ${writes} writes`;
  const dataDir = lab.directory();
  cpSync(base, dataDir, { recursive: true });
  const preload = new URL(`./die-after-writes.ts?writes=${writes}`, import.meta.url);
  const dying = await lab.server({ dataDir, preload });
  const doomed = new Api(() => dying.apiUrl, owner);
  const before = (await doomed.runs(threadId)).length;
  const request = await turn.request(doomed, threadId);
  const run = await unlessGone(dying, doomed.start(threadId, request));
  if (run) await unlessGone(dying, doomed.join(threadId, run.run_id));
  const died = !dying.running;
  await dying.kill();
  const next = await lab.server({ dataDir });
  const api = new Api(() => next.apiUrl, owner);
  const runs = await api.runs(threadId);
  assert.equal(runs.length, before + 1, `${where}: the run that was asked for`);
  for (const { run_id } of runs) await api.join(threadId, run_id);
  const failed = (await api.runs(threadId)).filter(({ status }) => status !== 'success');
  assert.deepEqual(failed, [], `${where}: runs that did not succeed`);
  await turn.after(api, threadId, where);
  if (turn === PLAIN || turn === FORK) await assertAtRest(api, threadId, where);
  assertWhole(dataDir, where);
  await next.stop();
  return died;
}
