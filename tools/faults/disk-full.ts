import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { Api, Refusal, say, teach } from './api.ts';
import { assertAnswered, assertWhole, occurrences, said } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';
import type { ServerProcess } from './server-process.ts';
import { SmallDisk } from './small-disk.ts';

const DISK_MB = 16;
/** Writes after which a full disk must have refused one: the write-ahead log has some room left. */
const MOST_WRITES = 400;
/** Size of an item, in characters. */
const ITEM_SIZE = 10_000;
/** What is said of a disk that takes no more. */
const SAID =
  /^The disk refused a write: it is full .*, failing or read-only\. Nothing of it was kept\.$/;

/** Fills the disk under a server that is writing and has a run under way, and frees it again. */
export async function diskFull(lab: Lab, extent: Extent): Promise<Finding> {
  const rounds = extent === 'long' ? 5 : 1;
  const place = lab.directory();
  const disk = SmallDisk.mount(place, DISK_MB);
  lab.undoLater(() => disk.unmount());
  const dataDir = join(place, 'data');
  mkdirSync(dataDir);
  const writing = new Writing(await lab.server({ dataDir }));
  let refused = 0;
  for (let round = 1; round <= rounds; round += 1) {
    await writing.turn(round);
    await writing.putSome(round);
    const cut = await writing.startSpeaking();
    disk.fill();
    refused += await writing.untilRefused(round);
    await writing.assertReadable();
    disk.free();
    await writing.assertEnded(cut);
    await writing.turn(round + 0.5);
    await writing.assertKept();
  }
  const start = await startOnFullDisk(lab, disk, writing);
  await writing.server.stop();
  assertWhole(dataDir, 'afterwards');
  return {
    fault: 'a full disk (a tmpfs of 16 MB) under a server that writes',
    done: `${rounds} times; ${writing.acknowledged} writes acknowledged, ${refused} refused; then kill -9 and a start on the full disk`,
    held: `refused with 503 and a sentence; reads went on; all that was acknowledged was there; the run that was under way ended and its thread was free once there was room; ${start}`,
  };
}

class Writing {
  server: ServerProcess;
  readonly #api: Api;
  readonly #items: string[] = [];
  readonly #texts: string[] = [];
  readonly #facts: string[] = [];
  #threadId = '';

  constructor(server: ServerProcess) {
    this.server = server;
    this.#api = new Api(() => this.server.apiUrl);
  }

  get acknowledged(): number {
    return this.#items.length + this.#texts.length;
  }

  async turn(number: number): Promise<void> {
    if (this.#threadId === '') this.#threadId = await this.#api.thread();
    const fact = `number ${number} is a good one`;
    const body = teach(fact);
    const outcome = await this.#api.turn(this.#threadId, body);
    assert.match(String(outcome.messages?.at(-1)?.content), /^Noted:/);
    this.#texts.push(`Please remember that ${fact}.`);
    this.#facts.push(fact);
  }

  async putSome(round: number): Promise<void> {
    for (let number = 0; number < 20; number += 1) {
      const key = `round ${round} early item ${number}`;
      await this.#api.put(key, { key, filler: 'x'.repeat(ITEM_SIZE) });
      this.#items.push(key);
    }
  }

  /** A run that is still speaking when the disk is full. */
  async startSpeaking(): Promise<string> {
    const threadId = await this.#api.thread();
    await this.#api.start(threadId, say('speaking', '60'));
    return threadId;
  }

  /** Writes until the disk takes no more, and then in every way there is. Replies the refusals. */
  async untilRefused(round: number): Promise<number> {
    for (let number = 0; number < MOST_WRITES; number += 1) {
      const key = `round ${round} item ${number}`;
      const refusal = await refusalOf(this.#api.put(key, { key, filler: 'x'.repeat(ITEM_SIZE) }));
      if (!refusal) this.#items.push(key);
      else {
        assertSaidPlainly(refusal);
        return 1 + (await this.#refusedToo());
      }
    }
    throw new Error(`the full disk took ${MOST_WRITES} writes`);
  }

  async #refusedToo(): Promise<number> {
    const text = 'x'.repeat(ITEM_SIZE);
    const refusals = [
      await refusalOf(this.#api.start(this.#threadId, say('memory', text))),
      await refusalOf(this.#api.put('one more', { text })),
    ].filter((refusal) => refusal !== undefined);
    for (const refusal of refusals) assertSaidPlainly(refusal);
    assert.ok(refusals.length > 0, 'the full disk took a run and an item after it had refused one');
    return refusals.length;
  }

  async assertReadable(): Promise<void> {
    assert.deepEqual(said(await this.#messages()), this.#texts, 'reading from a full disk');
  }

  /** Throws unless the run that the full disk had cut ends by itself, and its thread is free. */
  async assertEnded(threadId: string): Promise<void> {
    for (const { run_id } of await this.#api.runs(threadId)) await this.#api.join(threadId, run_id);
    const [run] = await this.#api.runs(threadId);
    assert.match(run?.status ?? '', /^(?:success|error)$/, 'the run that the full disk cut');
    await this.#api.turn(threadId, say('speaking', '1'));
    assert.equal(await this.#api.threadStatus(threadId), 'idle');
  }

  async assertKept(): Promise<void> {
    const messages = await this.#messages();
    const texts = said(messages).filter((text) => !text.startsWith('x'));
    assert.deepEqual(texts, this.#texts, 'turns acknowledged');
    assertAnswered(messages, 'after a full disk');
    const memory = await this.#api.memory();
    for (const fact of this.#facts) assert.equal(occurrences(memory, fact), 1, fact);
    for (const key of this.#items) {
      const item = (await this.#api.get(key)) as { key: string } | undefined;
      assert.equal(item?.key, key, 'items acknowledged');
    }
  }

  async #messages() {
    return (await this.#api.state(this.#threadId)).values.messages ?? [];
  }
}

/** What the server says when it is started on a disk without room, and that it starts afterwards. */
async function startOnFullDisk(lab: Lab, disk: SmallDisk, writing: Writing): Promise<string> {
  disk.fill();
  await writing.server.kill();
  const dataDir = join(disk.path, 'data');
  const early = lab.process({ dataDir });
  const how = await Promise.race([early.exited(), early.answers()]);
  if (how !== true) assert.match(early.output, /^[^\n]+\.\n$/, 'a start on a full disk');
  await early.kill();
  disk.free();
  writing.server = await lab.server({ dataDir });
  await writing.assertKept();
  return how === true
    ? 'a start on the full disk went well'
    : `a start on the full disk said “${early.output.trim()}”`;
}

async function refusalOf(call: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function assertSaidPlainly(refusal: Refusal): void {
  assert.equal(refusal.status, 503, refusal.message);
  assert.match(refusal.message, SAID);
}
