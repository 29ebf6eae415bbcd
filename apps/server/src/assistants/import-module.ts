import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { z } from 'zod';

import { StartError } from '../config.ts';
import type { NamedExport } from './langgraph-json.ts';

export type Module = Readonly<Record<string, unknown>>;

const WORKSPACE = fileURLToPath(new URL('../../../../', import.meta.url));

/** Libraries that graph and server must agree on, with the major version that this server speaks. */
const SHARED_LIBRARIES = { '@langchain/langgraph': 1, '@langchain/core': 1 } as const;

/**
 * Imports a module of this workspace as it stands. Anyone else's goes through tsx, which also reads
 * TypeScript with enums, path aliases and imports without an ending, and TypeScript packages under
 * node_modules, whose types Node does not strip.
 * Throws StartError with a sentence: the file is not there, a library's version does not fit, or the
 * module fails as it is loaded.
 */
export async function importModule({ path, spec }: NamedExport, file: string): Promise<Module> {
  const url = pathToFileURL(path);
  const foreign = relative(WORKSPACE, path).startsWith('..');
  if (foreign) {
    await checkLibraries(url, file);
    await readTypeScriptOfOthers();
  }
  try {
    return (await import(url.href)) as Module;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new StartError(`${file} names ${spec}, which cannot be loaded: ${reason ?? ''}`, {
      cause: error,
    });
  }
}

let reading: Promise<void> | undefined;

/** From the first call on, until the process ends: graphs may import more while they run. */
function readTypeScriptOfOthers(): Promise<void> {
  reading ??= import('tsx/esm/api').then(({ register }) => void register());
  return reading;
}

const manifest = z.object({ version: z.string() });

/** Refuses a project whose own copy of a shared library is of another major version. */
async function checkLibraries(from: URL, file: string): Promise<void> {
  for (const [name, major] of Object.entries(SHARED_LIBRARIES)) {
    const found = findManifest(name, from);
    if (found === undefined) continue;
    const { version } = manifest.parse(JSON.parse(await readFile(found, 'utf8')));
    if (Number.parseInt(version, 10) === major) continue;
    throw new StartError(
      `${file} uses ${name} ${version} in ${dirname(found)}; this server runs graphs made with ${name} ${major}.x.`,
    );
  }
}

function findManifest(name: string, from: URL): string | undefined {
  try {
    return findPackageJSON(name, from);
  } catch {
    // Not installed there: the import itself says what is missing.
    return undefined;
  }
}
