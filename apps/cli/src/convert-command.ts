import { resolve } from 'node:path';

import type { Client, Thread } from '@langchain/langgraph-sdk';

import { readConversion, NO_CONVERSION, type ConversionInput } from '#contract/conversion';
import type { OutFile } from '#contract/convert';
import type { MemoryScope } from '#contract/scope';

import { CliError } from './cli-error.ts';
import type { ConvertCommand } from './command-line.ts';
import { FILES_KEY, findThread, makeThread } from './names.ts';
import { OutFiles } from './out-files.ts';
import { nameFiles, readChanged, readNamed, type SourcePaths } from './sources.ts';
import { runAlone, runTurn, type Converted } from './turn.ts';

/** What a command came to, for whoever prints it. */
export interface Outcome {
  readonly conversion: Converted;
  /** Where the result was written; empty where it is to be printed. */
  readonly written: readonly string[];
  readonly threadId: string | undefined;
}

type Say = (line: string) => void;

/** Converts without a thread: nothing is written but --out. */
export async function convertAlone(
  { files, out, refine }: ConvertCommand,
  folder: string,
  say: Say,
): Promise<Outcome> {
  const uploads = await readNamed(nameFiles(files.map((file) => resolve(folder, file))));
  const outFiles = await placesFor(
    out,
    folder,
    uploads.map(({ name }) => outNameOf(name)),
  );
  const conversion = await runAlone(
    { uploads, ...(refine !== undefined && { refinement: refine }) },
    say,
  );
  await outFiles?.write(conversion.result, undefined);
  return { conversion, written: outFiles?.paths ?? [], threadId: undefined };
}

/** Converts on a thread of the server, which remembers sources, result and rules. */
export async function convertOnThread(
  command: ConvertCommand & { readonly thread: string },
  at: { readonly client: Client; readonly scope: MemoryScope; readonly folder: string },
  say: Say,
): Promise<Outcome> {
  const { client, scope, folder } = at;
  const { thread: name, files, refine, adopt } = command;
  const thread = await findThread(client, scope, name);
  if (thread === undefined && files.length === 0)
    throw new CliError(`You have no conversion called ${name}. Name the files to begin one.`);
  const before = (thread && readConversion(thread.values)) ?? NO_CONVERSION;
  const paths = pathsFor(
    thread,
    files.map((file) => resolve(folder, file)),
  );
  const uploads =
    files.length > 0
      ? await readNamed(paths.named)
      : await readChanged(paths.all, before.sources, say);
  const names = (before.result.length > 0 ? before.sources : uploads).map(({ name: source }) =>
    outNameOf(source),
  );
  const out = command.out ?? (before.out === '' ? undefined : before.out);
  const outFiles = await placesFor(out, folder, names);
  // The same place as before holds what the newest turn wrote there; another one may hold anything.
  const inPlace = outFiles !== undefined && absolute(out, folder) === before.out;
  const adopted = inPlace ? await editedFiles(outFiles, before.result, adopt) : [];
  if (adopt && adopted.length === 0) say('No result file was edited; there is nothing to adopt.');
  const input: ConversionInput = {
    ...(uploads.length > 0 && { uploads }),
    ...(refine !== undefined && { refinement: refine }),
    ...(adopted.length > 0 && { adopted }),
    ...(out !== undefined && { out: absolute(out, folder) }),
  };
  const { thread_id: threadId } = thread ?? (await makeThread(client, scope, name));
  const conversion = await runOrForget(client, thread, threadId, () =>
    runTurn(client, threadId, input, say),
  );
  await client.threads.update(threadId, { metadata: { [FILES_KEY]: paths.all } });
  const standing = adopted.length > 0 ? conversion.baseline : before.result;
  await outFiles?.write(conversion.result, inPlace ? standing : undefined);
  return { conversion, written: outFiles?.paths ?? [], threadId };
}

/** A name whose first turn was refused stays free. */
async function runOrForget<T>(
  client: Client,
  thread: Thread | undefined,
  threadId: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (thread === undefined) await client.threads.delete(threadId);
    throw error;
  }
}

/** The paths of the files named now, under the names that the conversation knows them by, and of all. */
function pathsFor(
  thread: Thread | undefined,
  given: readonly string[],
): { readonly named: SourcePaths; readonly all: SourcePaths } {
  const kept: unknown = thread?.metadata?.[FILES_KEY];
  const known = (typeof kept === 'object' && kept !== null ? kept : {}) as SourcePaths;
  const byPath = new Map(Object.entries(known).map(([name, path]) => [path, name]));
  const named = Object.fromEntries(
    Object.entries(nameFiles(given)).map(([name, path]) => [byPath.get(path) ?? name, path]),
  );
  return { named, all: { ...known, ...named } };
}

function absolute(out: string | undefined, folder: string): string {
  return out === undefined ? '' : resolve(folder, out);
}

/** Throws CliError where nothing can be written: before any work is done. */
async function placesFor(
  out: string | undefined,
  folder: string,
  names: readonly string[],
): Promise<OutFiles | undefined> {
  if (out === undefined) return undefined;
  return OutFiles.at(absolute(out, folder), names, /[/\\]$/.test(out));
}

/** What was edited by hand. Throws CliError where it is not to be adopted. */
async function editedFiles(
  outFiles: OutFiles,
  result: readonly OutFile[],
  adopt: boolean,
): Promise<OutFile[]> {
  const edited = await outFiles.edited(result);
  if (edited.length > 0 && !adopt)
    throw new CliError(
      `${edited.map(({ path }) => path).join(', ')}: edited by hand since it was written. Say --adopt to go on from your edits, or restore it.`,
    );
  return edited.map(({ name, text }) => ({ name, text }));
}

/** Name of the Playwright file that a source becomes. */
function outNameOf(source: string): string {
  return source.replace(/\.[cm]?[jt]sx?$/, '.ts');
}
