import { createHash } from 'node:crypto';
import { posix } from 'node:path';

import { MAX_SOURCE_BYTES, MAX_SOURCE_FILES, type SourceFile } from '#contract/convert';

import { outNameOf } from './out-name.ts';
import { importsOf, parseSource, syntaxErrorOf, type ParsedFile } from './syntax/parse.ts';
import { speaksSelenium } from './syntax/selenium-names.ts';

/** A file as it arrives: its text, or the bytes that should be text. */
export type GivenFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly bytes: Uint8Array };

/** The sources, or one sentence that says why they are none. */
export type ReadSources =
  | { readonly sources: readonly SourceFile[]; readonly refused?: undefined }
  | { readonly sources?: undefined; readonly refused: string };

const NAME = /^[\w@.+ ()[\]-]+(?:\/[\w@.+ ()[\]-]+)*$/;
const ENDING = /\.[cm]?[jt]sx?$/;

/** Reads files as Selenium sources. Nothing is taken when one of them is refused. */
export function readSources(given: readonly GivenFile[]): ReadSources {
  if (given.length === 0) return { refused: 'There is no file to convert.' };
  if (given.length > MAX_SOURCE_FILES)
    return { refused: `At most ${MAX_SOURCE_FILES} files are converted at once.` };
  const sources: SourceFile[] = [];
  const parsed: ParsedFile[] = [];
  const outNames = new Map<string, string>();
  for (const file of given) {
    const read = readText(file);
    if (read.refused !== undefined) return { refused: read.refused };
    const clash = outNames.get(outNameOf(file.name));
    if (clash !== undefined)
      return { refused: `${clash} and ${file.name} would become the same file. Rename one.` };
    outNames.set(outNameOf(file.name), file.name);
    const tree = parseSource(file.name, read.text);
    const error = syntaxErrorOf(tree);
    if (error !== undefined)
      return { refused: `${file.name} does not parse: ${error.message} (line ${error.line}).` };
    parsed.push(tree);
    sources.push({ name: file.name, text: read.text, hash: hashOf(read.text) });
  }
  const stranger = withoutSelenium(parsed);
  if (stranger !== undefined)
    return { refused: `${stranger} uses no Selenium, and no Selenium file here needs it.` };
  return { sources };
}

/** SHA-256 of a text as UTF-8, in lowercase hex. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

type ReadText =
  | { readonly text: string; readonly refused?: undefined }
  | { readonly text?: undefined; readonly refused: string };

function readText(file: GivenFile): ReadText {
  const { name } = file;
  if (!NAME.test(name) || posix.normalize(name) !== name || name.split('/').includes('..'))
    return { refused: `${JSON.stringify(name)} is no name of a file below a folder.` };
  if (!ENDING.test(name) || name.endsWith('.d.ts'))
    return { refused: `${name} is no TypeScript or JavaScript file.` };
  const size = 'text' in file ? Buffer.byteLength(file.text) : file.bytes.byteLength;
  if (size > MAX_SOURCE_BYTES)
    return { refused: `${name} is larger than ${MAX_SOURCE_BYTES / 1024} kB.` };
  const text = 'text' in file ? file.text : decode(file.bytes);
  if (text === undefined || text.includes('\0') || !text.isWellFormed())
    return { refused: `${name} is not text.` };
  if (text.trim() === '') return { refused: `${name} is empty.` };
  return { text };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder throws for bytes that are not UTF-8, and for nothing else.
    return undefined;
  }
}

/** Name of a file that neither uses Selenium nor hangs together with one that does. */
function withoutSelenium(files: readonly ParsedFile[]): string | undefined {
  const neighbours = new Map<string, Set<string>>(files.map(({ name }) => [name, new Set()]));
  for (const file of files)
    for (const imported of importsOf(file, files)) {
      neighbours.get(file.name)?.add(imported);
      neighbours.get(imported)?.add(file.name);
    }
  const reached = files.filter((file) => speaksSelenium(file)).map(({ name }) => name);
  const known = new Set(reached);
  for (let next = reached.pop(); next !== undefined; next = reached.pop())
    for (const other of neighbours.get(next) ?? [])
      if (!known.has(other)) {
        known.add(other);
        reached.push(other);
      }
  return files.find(({ name }) => !known.has(name))?.name;
}
