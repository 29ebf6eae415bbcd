import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { pino } from 'pino';

import { readConfig } from '#server/config';
import { startServer } from '#server/start-server';
import { StorageError } from '#server/storage/storage-error';

import { checkData } from '../check-data/check-data.ts';
import { Api, say, teach } from './api.ts';
import { contentsOf, readEverything, type Contents, type Replies } from './every-read.ts';
import type { Extent, Finding, Lab } from './lab.ts';
import { GRAPHS } from './server-process.ts';

/** How many bits are turned, one at a time: in the database, and in its write-ahead log. */
const FLIPS = { short: [40, 20], long: [700, 300] } as const;

/** What a flipped bit came to. */
type Outcome =
  /** The server did not start, and said why. */
  | 'refused'
  /** The server told of damage, in its log or in a reply. */
  | 'told'
  /** Only the check of all data found it; every reply was as before. */
  | 'checked'
  /** Every reply was as before. */
  | 'unchanged';

/** Turns single bits of stored data: each is reported, or every read is as it was. */
export async function flippedBits(lab: Lab, extent: Extent): Promise<Finding> {
  const original = lab.directory();
  const contents = await populate(lab, original);
  const copy = join(lab.directory(), 'copy');
  cpSync(original, copy, { recursive: true });
  const before = await serve(copy, contents);
  assert.deepEqual([before.refusal, before.log], [undefined, ''], 'the data before any flip');
  const counts = { refused: 0, told: 0, checked: 0, unchanged: 0 };
  for (const [at, name] of ['throughline.db', 'throughline.db-wal'].entries())
    for (let flip = 0; flip < FLIPS[extent][at === 0 ? 0 : 1]; flip += 1) {
      rmSync(copy, { recursive: true });
      cpSync(original, copy, { recursive: true });
      const place = flipOne(lab, join(copy, name));
      counts[await outcomeOf(copy, contents, before.replies, `${name}, ${place}`)] += 1;
    }
  return {
    fault: 'one bit turned in the database or in its write-ahead log',
    done: `${FLIPS[extent][0]} times in the database, ${FLIPS[extent][1]} times in the log; each time all ${before.replies.size} replies were read`,
    held: `${counts.refused} × the server refused to start, ${counts.told} × it told of the damage, ${counts.checked} × \`npm run check-data\` did, ${counts.unchanged} × every reply was the same; never anything else`,
  };
}

/** Makes a database of every kind of row, whose log still holds what was written last. */
async function populate(lab: Lab, dataDir: string): Promise<Contents[]> {
  const server = await lab.server({ dataDir });
  const owners: Contents[] = [];
  for (const fact of ['I fly a PC-12', 'my home field is Bozeman']) {
    const api = new Api(() => server.apiUrl);
    const erased = await api.thread();
    await api.turn(erased, say('trivial', 'to be forgotten '.repeat(200)));
    const taught = await api.thread();
    await api.turn(taught, teach(fact));
    await api.turn(taught, teach('my alternate is Helena'));
    const waiting = await api.thread();
    await api.turn(waiting, say('asking', 'May you?'));
    const failed = await api.thread();
    await api.turn(failed, say('throwing', 'Break'));
    const asked = await api.thread();
    await api.turn(asked, say('memory', 'What do you remember?'));
    const long = await api.thread();
    for (let turn = 0; turn < 4; turn += 1)
      await api.turn(long, say('trivial', `a long remark about gliders ${turn} `.repeat(60)));
    await api.deleteThread(erased);
    for (const note of ['one', 'two', 'three'])
      await api.put(note, { note, text: note.repeat(50) });
    const known = {
      words: ['helena', 'gliders', 'remember', 'nothing'],
      notes: ['one', 'two', 'three', 'none'],
      revisions: await api.revisions(),
    };
    const contents = await contentsOf(server.apiUrl, api.owner, known);
    // Reading it once brings the index for searches up to date.
    await readEverything(server.apiUrl, contents);
    owners.push(contents);
  }
  await server.kill();
  return owners;
}

function flipOne(lab: Lab, file: string): string {
  const bytes = readFileSync(file);
  const at = Math.floor(lab.random.between(0, bytes.length));
  const bit = Math.floor(lab.random.between(0, 8));
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(file, bytes);
  return `byte ${at}, bit ${bit}`;
}

async function outcomeOf(
  dataDir: string,
  contents: readonly Contents[],
  before: Replies,
  place: string,
): Promise<Outcome> {
  const checked = damageIn(dataDir);
  const { log, refusal, replies } = await serve(dataDir, contents);
  if (refusal !== undefined) return 'refused';
  const changed = [...before].filter(([request, reply]) => replies.get(request) !== reply);
  if (log.includes('damaged')) return 'told';
  const [request, reply] = changed[0] ?? [];
  if (request !== undefined && checked.length === 0)
    assert.fail(
      `${place}: nothing told of damage, but ${request} replied ${replies.get(request) ?? ''} instead of ${reply ?? ''}`,
    );
  return checked.length > 0 ? 'checked' : 'unchanged';
}

/** What the check of all data finds, or why it cannot. */
function damageIn(dataDir: string): readonly string[] {
  try {
    return checkData(dataDir).damage;
  } catch (error) {
    if (error instanceof StorageError) return [error.message];
    throw error;
  }
}

interface Served {
  readonly replies: Replies;
  readonly log: string;
  readonly refusal: string | undefined;
}

/** Starts a server on a directory and reads all that it replies; its log tells of errors alone. */
async function serve(dataDir: string, contents: readonly Contents[]): Promise<Served> {
  let log = '';
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      log += line.toString();
      done();
    },
  });
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir });
  const replies = new Map<string, string>();
  try {
    const logger = pino({ level: 'error' }, lines);
    const server = await startServer({ config, logger, graphFiles: [GRAPHS], alone: true });
    try {
      for (const each of contents)
        for (const [request, reply] of await readEverything(`${server.url}/api`, each))
          replies.set(`${each.owner} ${request}`, reply);
    } finally {
      await server.stop(0);
    }
    return { replies, log, refusal: undefined };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { replies, log, refusal: error.message };
  }
}
