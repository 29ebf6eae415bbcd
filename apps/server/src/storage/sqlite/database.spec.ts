import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../storage-error.ts';
import { type Database, openDatabase } from './database.ts';
import { integer, text } from './row.ts';

let directory: string;
let open: Database[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'storage-'));
  open = [];
});

afterEach(async () => {
  for (const database of open) await database.close();
  rmSync(directory, { recursive: true });
});

function opened(): Database {
  const database = openDatabase(directory);
  open.push(database);
  return database;
}

async function closeAll(): Promise<void> {
  for (const database of open.splice(0)) await database.close();
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

function refusal(): StorageError {
  try {
    opened();
  } catch (error) {
    if (error instanceof StorageError) return error;
    throw error;
  }
  throw new Error('the database was opened');
}

const INSERT = "INSERT INTO history (owner, thread) VALUES ('owner', ?)";
const file = () => join(directory, 'throughline.db');
const insert = (database: Database, thread: string) => () => database.run(INSERT, thread);
const threads = (database: Database) =>
  database.all('SELECT thread FROM history ORDER BY id').map((row) => text(row, 'thread'));

it('grows to its limit, can be read and emptied there, and uses the room again', async () => {
  const database = openDatabase(directory, 2 * 1024 * 1024);
  open.push(database);
  const fill = async (): Promise<number> => {
    for (let number = 0; ; number += 1)
      try {
        await database.write(insert(database, `${number}-${'x'.repeat(8_000)}`));
      } catch (error) {
        expect(error).toMatchObject({ kind: 'unavailable' });
        return number;
      }
  };
  const held = await fill();
  expect(statSync(file()).size).toBeLessThanOrEqual(2 * 1024 * 1024);
  expect(threads(database)).toHaveLength(held);
  await database.erase(() => database.run('DELETE FROM history'));
  expect(await fill()).toBeGreaterThan(held * 0.8);
});

describe('write', () => {
  it('resolves after the commit, and reads see nothing before it', async () => {
    const database = opened();
    const written = database.write(insert(database, 'a'));
    expect(threads(database)).toEqual([]);
    await written;
    expect(threads(database)).toEqual(['a']);
  });

  it('commits the calls of one turn of the event loop together', async () => {
    const database = opened();
    const seen: boolean[] = [];
    const outside = new DatabaseSync(file(), { readOnly: true });
    const look = () => {
      const row = outside.prepare('SELECT count(*) AS n FROM history').get() ?? {};
      seen.push(integer(row, 'n') > 0);
    };
    await Promise.all([
      database.write(insert(database, 'a')),
      database.write(look),
      database.write(insert(database, 'b')),
    ]);
    outside.close();
    expect(seen).toEqual([false]);
    expect(threads(database)).toEqual(['a', 'b']);
  });

  it('undoes a failing call alone', async () => {
    const database = opened();
    const outcomes = await Promise.allSettled([
      database.write(insert(database, 'a')),
      database.write(() => {
        database.run(INSERT, 'lost');
        throw new StorageError('fenced', 'no');
      }),
      database.write(() => database.run(INSERT, 'a')),
      database.write(insert(database, 'b')),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(threads(database)).toEqual(['a', 'b']);
  });

  it('keeps nothing of a write that the disk refused, and goes on once there is room', async () => {
    const database = opened();
    await database.write(insert(database, 'before'));
    const pages = integer(database.get('PRAGMA page_count') ?? {}, 'page_count');
    database.get(`PRAGMA max_page_count = ${pages + 2}`);
    const [small, large] = await Promise.allSettled([
      database.write(insert(database, 'small')),
      database.write(() => {
        database.run(INSERT, 'half');
        database.run(INSERT, 'x'.repeat(100_000));
      }),
    ]);
    expect(large).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
    const kept = small.status === 'fulfilled' ? ['before', 'small'] : ['before'];
    expect(threads(database)).toEqual(kept);
    database.get('PRAGMA max_page_count = 1000000');
    await database.write(insert(database, 'after'));
    expect(threads(database)).toEqual([...kept, 'after']);
  });

  it('lets the two connections take turns', async () => {
    const database = opened();
    await Promise.all([
      database.write(insert(database, 'main')),
      database.log.write(() => database.log.run(INSERT, 'log')),
    ]);
    expect(threads(database).sort()).toEqual(['log', 'main']);
  });

  it('syncs each commit, and the log lazily', () => {
    const database = opened();
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(database.log.get('PRAGMA synchronous')).toEqual({ synchronous: 1 });
    expect(database.log.get('PRAGMA secure_delete')).toEqual({ secure_delete: 1 });
    expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
  });
});

describe('close', () => {
  it('commits what is queued, and says so to whoever comes later', async () => {
    const database = opened();
    const written = database.write(insert(database, 'last'));
    await Promise.all([database.close(), database.close()]);
    await written;
    await expect(database.write(insert(database, 'late'))).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(() => threads(database)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
    expect(threads(opened())).toEqual(['last']);
  });
});

describe('the data directory', () => {
  it('is readable by its owner alone', async () => {
    const database = opened();
    await database.write(insert(database, 'a'));
    for (const suffix of ['', '-wal', '-shm'])
      expect(statSync(file() + suffix).mode & 0o777, suffix).toBe(0o600);
  });

  it('has one writing process, and says so to the next', async () => {
    opened();
    const error = refusal();
    expect(error.kind).toBe('locked');
    expect(error.message).toContain(directory);
    await closeAll();
    expect(threads(opened())).toEqual([]);
  });

  it('is free again, with all it had acknowledged, when its process is killed', async () => {
    const child = spawn(process.execPath, [
      '-e',
      `const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, 'database.ts'))});
       const database = openDatabase(${JSON.stringify(directory)});
       await database.write(() => database.run(${JSON.stringify(INSERT)}, 'a'));
       console.log('written');
       setInterval(() => {}, 1000);`,
    ]);
    await once(child.stdout, 'data');
    expect(refusal().kind).toBe('locked');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(threads(opened())).toEqual(['a']);
  });
});

describe('a file that cannot be trusted', () => {
  async function filled(): Promise<void> {
    const database = opened();
    await database.write(() => {
      for (let n = 0; n < 300; n += 1) database.run(INSERT, `thread ${n} ${'x'.repeat(200)}`);
    });
    await closeAll();
  }

  function overwrite(offset: number, bytes: Uint8Array): void {
    const content = readFileSync(file());
    content.set(bytes, offset);
    writeFileSync(file(), content);
  }

  const damages: [string, () => void][] = [
    ['cut in the middle of a page', () => truncateSync(file(), 4096 * 5 + 100)],
    ['cut at a page', () => truncateSync(file(), 4096 * 5)],
    ['empty', () => truncateSync(file(), 0)],
    ['with a garbage header', () => overwrite(0, Buffer.alloc(100, 0x5a))],
    ['with garbage for a page', () => overwrite(4096 * 3, Buffer.alloc(4096, 0xa5))],
    [
      'with flipped bytes in a page',
      () => overwrite(4096 * 4, Buffer.from([0xff, 0xff, 0xff, 0xff])),
    ],
    [
      'of another program',
      () => {
        rmSync(file());
        const other = new DatabaseSync(file());
        other.exec('CREATE TABLE t (a); PRAGMA user_version = 1');
        other.close();
      },
    ],
  ];

  it.each(damages)('%s is refused and left as it is', async (_name: string, damage: () => void) => {
    await filled();
    damage();
    const before = readFileSync(file());
    const error = refusal();
    expect(error.kind).toBe('damaged');
    expect(error.message).toMatch(/left as it is.*Restore/);
    expect(readFileSync(file()).equals(before)).toBe(true);
    for (const companion of ['-wal', '-journal'])
      expect(sizeOf(file() + companion), companion).toBe(0);
  });

  it('is refused when only its write-ahead log is left', () => {
    writeFileSync(`${file()}-wal`, 'something');
    expect(refusal().kind).toBe('damaged');
    expect(readFileSync(`${file()}-wal`, 'utf8')).toBe('something');
  });

  it('is refused and left as it is when a newer version wrote it', async () => {
    await filled();
    const db = new DatabaseSync(file());
    db.exec('PRAGMA user_version = 999');
    db.close();
    const before = readFileSync(file());
    expect(refusal().kind).toBe('newer-schema');
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  it('is opened when it was only left behind half made', () => {
    writeFileSync(`${file()}.new`, 'half');
    expect(threads(opened())).toEqual([]);
  });
});

describe('erase', () => {
  const secret = 'a sentence nobody shall find again';
  const found = () =>
    ['', '-wal'].some((suffix) => {
      const copy = join(directory, 'copy');
      copyFileSync(file() + suffix, copy);
      return readFileSync(copy).includes(secret);
    });

  it('leaves the text in no file', async () => {
    const database = opened();
    await database.write(insert(database, secret));
    expect(found()).toBe(true);
    await database.erase(() => database.run('DELETE FROM history'));
    expect(found()).toBe(false);
  });

  it('waits for no outside reader, and leaves the text in no file once that is gone', async () => {
    const database = opened();
    await database.write(insert(database, secret));
    const outside = new DatabaseSync(file(), { readOnly: true });
    outside.exec('BEGIN');
    outside.prepare('SELECT count(*) FROM history').get();
    const start = performance.now();
    await database.erase(() => database.run('DELETE FROM history'));
    // Far less than the time that a statement waits for another process.
    expect(performance.now() - start).toBeLessThan(2500);
    expect(found()).toBe(true);
    expect(database.get('PRAGMA busy_timeout')).toEqual({ timeout: 5000 });
    outside.close();
    await expect.poll(found, { timeout: 10_000 }).toBe(false);
  });
});
