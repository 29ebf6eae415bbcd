import { createHash, randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { CliError } from './cli-error.ts';

/** SHA-256 of a text as UTF-8, in lowercase hex. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The text of a file; undefined where there is none. Throws CliError for what cannot be read as text. */
export async function readText(path: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new CliError(`${path} cannot be read (${code ?? 'unknown'}).`, { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new CliError(`${path} is not text.`, { cause: error });
  }
}

/** Whether there is a folder at the path. */
export async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

/** Refuses a place where nothing can be written, before any work is done. Throws CliError. */
export async function requireWritable(path: string): Promise<void> {
  if (await isFolder(path)) throw new CliError(`${path} is a folder, not a file.`);
  let folder = dirname(path);
  while ((await stat(folder).catch(() => undefined)) === undefined && dirname(folder) !== folder)
    folder = dirname(folder);
  if (!(await isFolder(folder))) throw new CliError(`${folder} is no folder.`);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CliError(`Nothing can be written into ${folder}.`, { cause: error });
  }
}

/** Replaces a file as a whole: whoever reads it meanwhile has the old text or the new one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${randomUUID()}.part`);
  const file = await open(draft, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
