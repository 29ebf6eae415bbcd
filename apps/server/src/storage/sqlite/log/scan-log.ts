import { existsSync, readFileSync } from 'node:fs';

/** How far a write-ahead log can be read, as SQLite will read it. */
export interface LogScan {
  /** The two salts that name the log's generation, as hexadecimal digits; undefined for an empty log. */
  readonly salts: string | undefined;
  /** Whether its own header is damaged, so that SQLite takes the whole log for empty. */
  readonly headerDamaged: boolean;
  /** Frames up to the last commit that can be read. */
  readonly frames: number;
  /** Whether a commit of this generation follows that cannot be read any more. */
  readonly lostCommit: boolean;
}

/** See https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The first word of a log whose checksums are made of little-endian words. One more: big-endian. */
const MAGIC = 0x377f0682;

const EMPTY: LogScan = { salts: undefined, headerDamaged: false, frames: 0, lostCommit: false };

/**
 * Reads a write-ahead log as SQLite does when it recovers: up to the first frame whose checksum is
 * wrong, without a word about what follows. This looks at what follows too.
 */
export function scanLog(path: string): LogScan {
  const log = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  if (log.every((byte) => byte === 0)) return EMPTY;
  const little = log.length >= 4 && log.readUInt32BE(0) === MAGIC;
  const start: Sum = [0, 0];
  if (log.length < HEADER_BYTES) return { ...EMPTY, headerDamaged: true };
  addUp(start, log.subarray(0, 24), little);
  const magic = log.readUInt32BE(0);
  if ((magic !== MAGIC && magic !== MAGIC + 1) || !equals(start, log, 24))
    return { ...EMPTY, headerDamaged: true };
  return { ...readFrames(log, start, little), headerDamaged: false };
}

function readFrames(log: Buffer, sum: Sum, little: boolean): Omit<LogScan, 'headerDamaged'> {
  const salts = log.toString('hex', 16, 24);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  const count = Math.floor((log.length - HEADER_BYTES) / frameBytes);
  let frames = 0;
  let lostCommit = false;
  let readable = true;
  for (let frame = 0; frame < count; frame += 1) {
    const at = HEADER_BYTES + frame * frameBytes;
    const ofThisGeneration = log.toString('hex', at + 8, at + 16) === salts;
    const commits = log.readUInt32BE(at + 4) !== 0;
    if (readable) {
      addUp(sum, log.subarray(at, at + 8), little);
      addUp(sum, log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes), little);
      readable = ofThisGeneration && equals(sum, log, at + 16);
    }
    if (readable && commits) frames = frame + 1;
    // A write that was cut, or undone, leaves frames of this generation too, but never its commit.
    if (!readable && ofThisGeneration && commits) lostCommit = true;
  }
  return { salts, frames, lostCommit };
}

/** SQLite's checksum of a log: two sums of 32 bits over words taken in pairs. */
type Sum = [number, number];

function addUp(sum: Sum, bytes: Buffer, little: boolean): void {
  let [first, second] = sum;
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + words.getUint32(at, little) + second) >>> 0;
    second = (second + words.getUint32(at + 4, little) + first) >>> 0;
  }
  sum[0] = first;
  sum[1] = second;
}

function equals(sum: Sum, log: Buffer, at: number): boolean {
  return log.readUInt32BE(at) === sum[0] && log.readUInt32BE(at + 4) === sum[1];
}
