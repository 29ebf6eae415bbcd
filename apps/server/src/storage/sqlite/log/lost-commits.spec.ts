import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { DATABASE_FILE, openDatabase, type Database } from '../database.ts';
import { MARK_FILE, readMark } from './commit-mark.ts';
import { lostCommits } from './lost-commits.ts';
import { scanLog } from './scan-log.ts';

const HEADER = 32;
const FRAME = 24 + 4096;

let directory: string;
let killed: string;
let database: Database;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'throughline-log-'));
  killed = join(directory, 'killed');
  const running = join(directory, 'running');
  database = openDatabase(running);
  for (const thread of ['a', 'b', 'c'])
    await database.write(() =>
      database.run(`INSERT INTO history (owner, thread) VALUES ('alice', ?)`, thread.repeat(2000)),
    );
  // The files as the death of the process leaves them.
  cpSync(running, killed, { recursive: true });
});
afterEach(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

const log = () => join(killed, `${DATABASE_FILE}-wal`);
const lost = () => lostCommits(killed, DATABASE_FILE);

function change(file: string, edit: (bytes: Buffer) => void): void {
  const bytes = readFileSync(file);
  edit(bytes);
  writeFileSync(file, bytes);
}

const flip = (at: number) => {
  change(log(), (bytes) => {
    bytes[at] = (bytes[at] ?? 0) ^ 4;
  });
};

it('finds nothing in what a killed process leaves', () => {
  const { frames, lostCommit } = scanLog(log());
  expect(frames).toBeGreaterThan(2);
  expect(lostCommit).toBe(false);
  expect(readMark(join(killed, MARK_FILE))).toMatchObject({ synced: frames, committed: frames });
  expect(lost()).toBeUndefined();
});

it('finds every flipped bit of a committed frame, and of the header', () => {
  const { frames } = scanLog(log());
  const whole = readFileSync(log());
  for (const at of [0, 9, 17, 25]) {
    flip(at);
    expect([at, lost()]).toEqual([at, expect.stringMatching(/header of its write-ahead log/)]);
    writeFileSync(log(), whole);
  }
  for (let frame = 0; frame < frames; frame += 1)
    for (const at of [1, 6, 10, 13, 18, 22, 24, 1000, FRAME - 1]) {
      flip(HEADER + frame * FRAME + at);
      expect([frame, at, lost()]).toEqual([frame, at, expect.stringMatching(/acknowledged/)]);
      writeFileSync(log(), whole);
    }
});

it('finds a commit that is cut off, and a log that is gone', () => {
  const { frames } = scanLog(log());
  truncateSync(log(), HEADER + (frames - 1) * FRAME + 100);
  expect(lost()).toMatch(/acknowledged/);
  rmSync(log());
  expect(lost()).toMatch(/missing/);
});

it('expects no write that was cut before its commit', () => {
  const { frames, salts } = scanLog(log());
  const cut = Buffer.alloc(FRAME);
  cut.writeUInt32BE(2, 0);
  cut.write(salts ?? '', 8, 'hex');
  const whole = readFileSync(log()).subarray(0, HEADER + frames * FRAME);
  writeFileSync(log(), Buffer.concat([whole, cut, cut.subarray(0, 2000)]));
  expect(scanLog(log()).lostCommit).toBe(false);
  expect(lost()).toBeUndefined();
  rmSync(join(killed, MARK_FILE));
  expect(lost()).toBeUndefined();
});

it('finds a lost commit without a mark, by the commits that follow the damage', () => {
  rmSync(join(killed, MARK_FILE));
  expect(lost()).toBeUndefined();
  flip(HEADER + 100);
  expect(lost()).toMatch(/acknowledged/);
});

it('expects only what was synced after the machine started anew', async () => {
  await database.log.write(() =>
    database.log.run(
      `INSERT INTO history (owner, thread) VALUES ('alice', ?)`,
      'unsynced'.repeat(900),
    ),
  );
  rmSync(killed, { recursive: true });
  cpSync(join(directory, 'running'), killed, { recursive: true });
  const file = join(killed, MARK_FILE);
  const mark = readMark(file);
  const { committed = 0, synced = 0 } = mark ?? {};
  expect(committed).toBeGreaterThan(synced);
  flip(HEADER + (committed - 1) * FRAME + 100);
  expect(lost()).toMatch(/acknowledged/);
  const stored = JSON.stringify({ ...mark, boot: 'an earlier one' });
  writeFileSync(file, `${stored}\n${crc32(stored).toString(16)}\n`);
  expect(lost()).toBeUndefined();
  flip(HEADER + (synced - 1) * FRAME + 100);
  expect(lost()).toMatch(/acknowledged/);
});

it('refuses to open a database of which commits are lost, and leaves its files as they are', () => {
  flip(HEADER + 100);
  const before = readFileSync(log());
  expect(() => openDatabase(killed)).toThrow(
    /write-ahead log holds changes that were acknowledged/,
  );
  expect(readFileSync(log())).toEqual(before);
});

it('expects nothing of a log that was emptied or closed', async () => {
  await database.erase(() => database.run('DELETE FROM history'));
  rmSync(killed, { recursive: true });
  cpSync(join(directory, 'running'), killed, { recursive: true });
  expect(lost()).toBeUndefined();
  await database.close();
  const closed = join(directory, 'running');
  expect(lostCommits(closed, DATABASE_FILE)).toBeUndefined();
  database = openDatabase(closed);
});
