import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { KeyedLock } from '#graph/memory/lock';
import {
  isRecordId,
  type RecordKind,
  type RecordStore,
  type StoredRecord,
  type WorkRecords,
} from '#graph/work/records';

import {
  checkRecordCount,
  checkRecordId,
  damagedRecord,
  readRecord,
  recordJson,
  staleRecord,
} from '../record-checks.ts';
import { StorageError } from '../storage-error.ts';
import {
  type FileSteps,
  ownerMark,
  readRecordFile,
  type RecordFile,
  removeFile,
  replaceFile,
} from './record-file.ts';

const ENDING = '.json';

/** What the records of a directory share. */
export interface RecordDirectory {
  readonly path: string;
  /** One writer at a time of each file. */
  readonly lock: KeyedLock;
  readonly steps: FileSteps;
}

/** Work records as JSON files, `<id>.json` each, in a directory that this process alone writes. */
export class FileRecords implements RecordStore {
  readonly #directory: RecordDirectory;

  constructor(directory: RecordDirectory) {
    this.#directory = directory;
  }

  of<T>(kind: RecordKind<T>, owner: string): WorkRecords<T> {
    return new OwnerFiles(this.#directory, kind, ownerMark(owner));
  }

  /** A file that does not read names no owner: it stays, and is deleted by its id. */
  async deleteAll(owner: string): Promise<number> {
    const { path, lock } = this.#directory;
    const mark = ownerMark(owner);
    let deleted = 0;
    for (const id of await recordIds(path))
      await lock.hold(id, async () => {
        const file = await readRecordFile(pathOfRecord(path, id));
        if (file === undefined || file === 'broken' || file.owner !== mark) return;
        await removeFile(pathOfRecord(path, id));
        deleted += 1;
      });
    return deleted;
  }
}

/** Ids of all records in a directory. Other files in it are left alone. */
export async function recordIds(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .filter((id) => isRecordId(id));
}

export function pathOfRecord(directory: string, id: string): string {
  return join(directory, id + ENDING);
}

class OwnerFiles<T> implements WorkRecords<T> {
  readonly #directory: RecordDirectory;
  readonly #kind: RecordKind<T>;
  readonly #mark: string;

  constructor(directory: RecordDirectory, kind: RecordKind<T>, mark: string) {
    this.#directory = directory;
    this.#kind = kind;
    this.#mark = mark;
  }

  async load(id: string): Promise<StoredRecord<T> | null> {
    const file = await this.#file(id);
    if (file === 'broken') throw damagedRecord(id);
    return file && this.#isOwn(file) ? this.#read(id, file) : null;
  }

  async save(id: string, record: T, madeFrom: number): Promise<number> {
    const json = recordJson(this.#kind, record);
    checkRecordId(id);
    return this.#directory.lock.hold(id, async () => {
      const file = await this.#file(id);
      if (file === 'broken') throw damagedRecord(id);
      if (file && !this.#isOwn(file))
        throw new StorageError('conflict', `The id ${id} is taken. Choose another one.`);
      if ((file?.version ?? 0) !== madeFrom) throw staleRecord(id);
      if (!file) checkRecordCount((await this.#own()).length);
      const version = madeFrom + 1;
      const around = {
        kind: this.#kind.name,
        owner: this.#mark,
        version,
        saved_at: new Date(),
        record: JSON.parse(json) as unknown,
      };
      const text = `${JSON.stringify(around, null, 2)}\n`;
      await replaceFile(this.#path(id), text, this.#directory.steps);
      return version;
    });
  }

  async list(): Promise<StoredRecord<T>[]> {
    const read = (await this.#own()).flatMap(({ id, file }) => {
      const checked = this.#kind.schema.safeParse(file.record);
      return checked.success ? [stored(id, file, checked.data)] : [];
    });
    return read.sort((a, b) => b.savedAt.getTime() - a.savedAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async delete(id: string): Promise<boolean> {
    checkRecordId(id);
    return this.#directory.lock.hold(id, async () => {
      const file = await this.#file(id);
      // A broken file does not say whose it is. Its id does: only its owner is told it.
      if (!file || (file !== 'broken' && !this.#isOwn(file))) return false;
      await removeFile(this.#path(id));
      return true;
    });
  }

  async #own(): Promise<{ readonly id: string; readonly file: RecordFile }[]> {
    const own: { readonly id: string; readonly file: RecordFile }[] = [];
    for (const id of await recordIds(this.#directory.path)) {
      const file = await this.#file(id);
      if (file !== undefined && file !== 'broken' && this.#isOwn(file)) own.push({ id, file });
    }
    return own;
  }

  #file(id: string): Promise<RecordFile | 'broken' | undefined> {
    return Promise.try(() => {
      checkRecordId(id);
      return readRecordFile(this.#path(id));
    });
  }

  #isOwn({ owner, kind }: RecordFile): boolean {
    return owner === this.#mark && kind === this.#kind.name;
  }

  #read(id: string, file: RecordFile): StoredRecord<T> {
    return stored(id, file, readRecord(this.#kind, id, file.record));
  }

  #path(id: string): string {
    return pathOfRecord(this.#directory.path, id);
  }
}

function stored<T>(id: string, file: RecordFile, record: T): StoredRecord<T> {
  return { id, version: file.version, savedAt: file.saved_at, record };
}
