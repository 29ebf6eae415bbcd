import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

import { activity } from './activity.ts';

const stall = z.object({
  /** ISO 8601, UTC. */
  began_at: z.string(),
  /** How long the event loop did not go round, in milliseconds. */
  blocked_ms: z.number(),
  /** Processor time that its thread used meanwhile, in milliseconds: waiting for a disk uses none. */
  processor_ms: z.number(),
  /** What was done, if the process could be asked. */
  activity: activity.nullable(),
  /** Whether the loop went on; false when the process ended before it did. */
  over: z.boolean(),
});

/** One time that the event loop was blocked. */
export type Stall = z.infer<typeof stall>;

/** Stalls that are kept, the newest ones. */
const KEPT = 100;

/** What earlier processes recorded, oldest first. Throws when the file is not readable. */
export function readStalls(file: string): Stall[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return z.array(stall).parse(JSON.parse(text));
}

/** Replaces the record; it is on the disk, whole, when this returns. */
export function writeStalls(file: string, stalls: readonly Stall[]): void {
  const part = `${file}.part`;
  const descriptor = openSync(part, 'w', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(stalls.slice(-KEPT), null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
