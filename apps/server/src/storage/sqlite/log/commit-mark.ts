import { closeSync, existsSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Name of the file beside the database that says how far its write-ahead log was committed. */
export const MARK_FILE = 'throughline.committed';

/** How far a log was committed. */
export interface CommitMark {
  /** Which start of the machine it was written in; '' where the system does not tell. */
  readonly boot: string;
  /** The generation of the log. */
  readonly salts: string;
  /** Frames that were committed and synced to the disk. */
  readonly synced: number;
  /** Frames that were committed. They survive the death of the process, not a loss of power. */
  readonly committed: number;
}

/** SQLite's shared index of the log: where it says how many frames are committed, and their salts. */
const INDEX_BYTES = 40;
const FRAMES_AT = 16;
const SALTS_AT = 32;

const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/** Which start of the machine this is; '' where the system does not tell. */
export function currentBoot(): string {
  return existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : '';
}

/** The mark in a file; undefined where there is none, or none that can be read. */
export function readMark(path: string): CommitMark | undefined {
  if (!existsSync(path)) return undefined;
  const [stored = '', sum] = readFileSync(path, 'utf8').split('\n');
  if (sum !== sumOf(stored)) return undefined;
  return JSON.parse(stored) as CommitMark;
}

/**
 * Notes after each commit how far the log reaches, so that a start can tell commits that were lost
 * from writes that were cut. It is never synced: that costs nothing, and the death of the process
 * does not lose it.
 */
export class CommitMarkWriter {
  readonly #file: number;
  readonly #index: number;
  readonly #boot = currentBoot();
  readonly #bytes = Buffer.alloc(INDEX_BYTES);
  #salts = '';
  #synced = 0;

  /**
   * `index` is the log's shared index (-shm). Its database must be open, and stay so until `close`:
   * to close that file earlier would give SQLite's locks on it back.
   */
  constructor(path: string, index: string) {
    this.#file = openSync(path, 'w', 0o600);
    this.#index = openSync(index, 'r');
  }

  /** Notes what is committed now; `synced` says whether that is on the disk. */
  note(synced: boolean): void {
    readSync(this.#index, this.#bytes, 0, INDEX_BYTES, 0);
    // SQLite keeps it in the order of the machine, which is little-endian wherever Node runs here.
    const committed = this.#bytes.readUInt32LE(FRAMES_AT);
    const salts = this.#bytes.toString('hex', SALTS_AT, SALTS_AT + 8);
    if (salts !== this.#salts) this.#synced = 0;
    this.#salts = salts;
    if (synced) this.#synced = committed;
    this.#write(committed);
  }

  /** Notes that nothing is to be expected of the log, before it is emptied. */
  clear(): void {
    this.#synced = 0;
    this.#write(0);
  }

  /** Call after the database is closed. */
  close(): void {
    closeSync(this.#index);
    closeSync(this.#file);
  }

  #write(committed: number): void {
    const mark: CommitMark = {
      boot: this.#boot,
      salts: this.#salts,
      synced: this.#synced,
      committed,
    };
    const stored = JSON.stringify(mark);
    // Of one length nearly always; what may be left of a longer one comes after the second line.
    writeSync(this.#file, `${stored}\n${sumOf(stored)}\n`, 0);
  }
}

function sumOf(stored: string): string {
  return crc32(stored).toString(16);
}
