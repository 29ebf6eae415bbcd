import { createHash } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { z } from 'zod';

import { StorageError } from '../storage-error.ts';

/** What a file of a record holds beside the record. The owner stands in it as a mark, never by name. */
const envelope = z.strictObject({
  kind: z.string(),
  owner: z.string().regex(/^[0-9a-f]{64}$/),
  version: z.int().min(1),
  saved_at: z.iso.datetime().transform((time) => new Date(time)),
  record: z.unknown(),
});

export type RecordFile = z.infer<typeof envelope>;

/** What a file says of its owner: nobody learns from it who that is, nor can act as them. */
export function ownerMark(owner: string): string {
  return createHash('sha256').update(`records of ${owner}`).digest('hex');
}

/** The steps by which a file takes another's place; tests end the process between two of them. */
export interface FileSteps {
  readonly rename: (from: string, to: string) => Promise<void>;
}

export const FILE_STEPS: FileSteps = { rename };

/** Reads a file: undefined when there is none, `broken` when it is not whole. */
export async function readRecordFile(path: string): Promise<RecordFile | 'broken' | undefined> {
  let json: string;
  try {
    json = await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw refused(error);
  }
  try {
    const parsed = envelope.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : 'broken';
  } catch (error) {
    if (error instanceof SyntaxError) return 'broken';
    throw error;
  }
}

/** Puts a file in the place of `path`: written beside it, flushed, then moved over it. */
export async function replaceFile(path: string, text: string, steps: FileSteps): Promise<void> {
  const draft = draftOf(path);
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await steps.rename(draft, path);
    await syncDirectory(path);
  } catch (error) {
    await rm(draft, { force: true });
    throw refused(error);
  }
}

/** Removes a file and its draft, the draft first: alone it would be taken for a save to be finished. */
export async function removeFile(path: string): Promise<void> {
  try {
    await rm(draftOf(path), { force: true });
    await rm(path, { force: true });
    await syncDirectory(path);
  } catch (error) {
    throw refused(error);
  }
}

/** Where a file is written before it takes the place of the old one. */
export function draftOf(path: string): string {
  return `${path}.tmp`;
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function refused(cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause)) return cause;
  return new StorageError(
    'unavailable',
    `The directory of records refused this (${String(cause.code)}). Nothing of it was kept.`,
    { cause },
  );
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
