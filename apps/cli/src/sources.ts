import { basename, dirname, relative, resolve, sep } from 'node:path';

import type { Upload } from '#contract/conversion';
import type { SourceFile } from '#contract/convert';

import { CliError } from './cli-error.ts';
import { hashOf, readText } from './files.ts';

/** Absolute paths of source files by their names in the conversion. */
export type SourcePaths = Readonly<Record<string, string>>;

/** Names for files: their paths below the folder that holds all of them. */
export function nameFiles(paths: readonly string[]): SourcePaths {
  const [first = '', ...others] = paths.map((path) => dirname(path));
  const shared = others.reduce(sharedFolder, first);
  return Object.fromEntries(
    paths.map((path) => [relative(shared, path).split(sep).join('/') || basename(path), path]),
  );
}

function sharedFolder(one: string, other: string): string {
  let folder = one;
  while (relative(folder, other).startsWith('..')) folder = dirname(folder);
  return folder;
}

/** Files that were named at the terminal, read. Throws CliError for one that is not there. */
export async function readNamed(paths: SourcePaths): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const text = await readText(path);
    if (text === undefined) throw new CliError(`There is no file ${path}.`);
    uploads.push({ name, text });
  }
  return uploads;
}

/** Those of a conversation's sources whose files have changed since they were sent. */
export async function readChanged(
  paths: SourcePaths,
  known: readonly SourceFile[],
  say: (line: string) => void,
): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const { name, hash } of known) {
    const path = paths[name];
    if (path === undefined) continue;
    const text = await readText(resolve(path));
    if (text === undefined) say(`${path} is gone; the conversion goes on from what it was sent.`);
    else if (hashOf(text) !== hash) uploads.push({ name, text });
  }
  return uploads;
}
