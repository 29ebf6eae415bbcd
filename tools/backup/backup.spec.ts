import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { holds } from '#server/storage/sqlite/testing/files-holding';

import { Api, say, teach } from '../faults/api.ts';
import { assertAnswered, assertWhole, said } from '../faults/check.ts';
import { Lab } from '../faults/lab.ts';
import type { ServerProcess } from '../faults/server-process.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Longest that one of these tests may take, in milliseconds: each starts several processes. */
const LONGEST_MS = 120_000;

let lab: Lab;
let dataDir: string;
let file: string;

beforeEach(() => {
  lab = new Lab(1);
  dataDir = lab.directory();
  file = join(lab.directory(), 'copy.db');
});
afterEach(() => lab.close());

/** Runs one of the two commands; replies its exit code, and what it printed. */
async function run(command: 'backup' | 'restore', directory = dataDir, from = file) {
  const child = spawn(process.execPath, [MAIN, command, from], {
    env: { PATH: process.env['PATH'], DATA_DIR: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [exit, output, complaint] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  const [code] = exit as [number];
  return { code, printed: output + complaint };
}

const apiOf = (server: ServerProcess, owner?: string) => new Api(() => server.apiUrl, owner);

describe('a backup', { timeout: LONGEST_MS }, () => {
  it('is all of one moment, of a server that goes on writing, and without what was erased', async () => {
    const server = await lab.server({ dataDir });
    const api = apiOf(server);
    const secret = 'the word that is to be forgotten';
    const erased = await api.thread();
    await api.turn(erased, say('trivial', secret));
    await api.deleteThread(erased);
    const threadId = await api.thread();
    await api.turn(threadId, teach('the first aircraft is a PC-12'));

    const texts: string[] = [];
    const over = new AbortController();
    const writers = [1, 2, 3].map(async (writer) => {
      const own = await api.thread();
      for (let turn = 1; !over.signal.aborted; turn += 1) {
        await api.turn(own, say('trivial', `writer ${writer} turn ${turn}`));
        if (writer === 1) texts.push(`writer 1 turn ${turn}`);
      }
      return own;
    });
    await expect.poll(() => texts.length, { timeout: LONGEST_MS }).toBeGreaterThan(3);
    const before = texts.length;
    const backup = await run('backup');
    expect(backup).toMatchObject({ code: 0 });
    expect(backup.printed).toContain(`${dataDir} is backed up to ${file}`);
    await expect.poll(() => texts.length, { timeout: LONGEST_MS }).toBeGreaterThan(before + 3);
    over.abort();
    const threads = await Promise.all(writers);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(holds(readFileSync(file), secret)).toBe(false);

    const elsewhere = lab.directory();
    expect(await run('restore', elsewhere)).toMatchObject({ code: 0 });
    assertWhole(elsewhere, 'the backup');
    const copy = apiOf(await lab.server({ dataDir: elsewhere }), api.owner);
    expect(await copy.memory()).toContain('PC-12');
    for (const thread of threads) {
      for (const { run_id } of await copy.runs(thread)) await copy.join(thread, run_id);
      assertAnswered((await copy.state(thread)).values.messages ?? [], 'the backup');
    }
    const kept = said((await copy.state(threads[0] ?? '')).values.messages ?? []);
    expect(kept.slice(0, before)).toEqual(texts.slice(0, before));
    // What the copy has beyond that was written while it was made, and is no invention.
    expect(texts.slice(0, kept.length)).toEqual(kept.slice(0, texts.length));
    // The server's lock is still its own.
    expect((await run('restore')).code).toBe(1);
  });

  it('overwrites nothing, and leaves nothing behind when it cannot be made', async () => {
    writeFileSync(file, 'precious');
    expect((await run('backup')).printed).toMatch(/^There is no database in .+\.\n$/);
    const server = await lab.server({ dataDir });
    expect(await run('backup')).toMatchObject({ code: 1 });
    expect((await run('backup')).printed).toMatch(/exists and is left as it is/);
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect(await run('backup', dataDir, join(file, 'below'))).toMatchObject({ code: 1 });
    await server.stop();
    const database = join(dataDir, 'throughline.db');
    truncateSync(database, statSync(database).size - 4096);
    const other = `${file}.other`;
    const damaged = await run('backup', dataDir, other);
    expect(damaged).toMatchObject({ code: 1 });
    expect(damaged.printed).not.toMatch(/^ {4}at /m);
    expect(existsSync(other) || existsSync(`${other}.part`)).toBe(false);
  });
});

/** The backup with a text in it that was cut, in pages that are whole. */
function withDamagedRow(): Uint8Array {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  const database = new DatabaseSync(copy);
  const cut = `UPDATE run SET request = substr(request, 1, 30) WHERE typeof(request) = 'blob'`;
  expect(database.prepare(cut).run().changes).toBe(1);
  database.close();
  return readFileSync(copy);
}

describe('restoring', { timeout: LONGEST_MS }, () => {
  it('waits for the server to be gone, keeps what it replaces, and says where', async () => {
    const server = await lab.server({ dataDir });
    const api = apiOf(server);
    const threadId = await api.thread();
    await api.turn(threadId, say('trivial', 'one'));
    expect(await run('backup')).toMatchObject({ code: 0 });
    await api.turn(threadId, say('trivial', 'two'));
    const refused = await run('restore');
    expect(refused.code).toBe(1);
    expect(refused.printed).toMatch(/^Another process is using .+\.\n$/);
    // A killed server leaves a write-ahead log: what it holds must be in what is kept.
    await server.kill();
    const restored = await run('restore');
    expect(restored).toMatchObject({ code: 0 });
    const aside = /kept as (.+)\.\n$/.exec(restored.printed)?.[1] ?? '';
    expect(aside).toMatch(/throughline\.replaced-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/);

    const texts = async (directory: string) => {
      const next = await lab.server({ dataDir: directory });
      const { values } = await apiOf(next, api.owner).state(threadId);
      await next.stop();
      return said(values.messages ?? []);
    };
    expect(await texts(dataDir)).toEqual(['one']);
    const old = lab.directory();
    expect(await run('restore', old, aside)).toMatchObject({ code: 0 });
    expect(await texts(old)).toEqual(['one', 'two']);
  });

  it('touches nothing when the file is not what it should be', async () => {
    const server = await lab.server({ dataDir });
    const api = apiOf(server);
    await api.turn(await api.thread(), say('trivial', 'one'));
    await run('backup');
    await server.stop();
    const whole = readFileSync(file);
    const before = readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name))]);
    const bad: [string, Uint8Array | string, RegExp][] = [
      ['half', whole.subarray(0, 4096 * 3), /cannot be read|is damaged/],
      ['garbage', 'no database', /header is not as it was written/],
      ['empty', '', /header is not as it was written/],
      [
        'damaged within a row',
        withDamagedRow(),
        /is damaged: conversation \S+ of owner \S+, row 1 of/,
      ],
    ];
    for (const [name, bytes, said] of bad) {
      writeFileSync(file, bytes);
      const refused = await run('restore');
      expect([name, refused.code, refused.printed]).toEqual([name, 1, expect.stringMatching(said)]);
    }
    expect((await run('restore', dataDir, `${file}.none`)).printed).toMatch(/^There is no file/);
    expect(readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name))])).toEqual(
      before,
    );
  });
});
