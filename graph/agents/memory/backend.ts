import {
  CompositeBackend,
  StateBackend,
  StoreBackend,
  type EditResult,
  type FileDownloadResponse,
  type FileUploadResponse,
  type GlobResult,
  type GrepResult,
  type LsResult,
  type ReadRawResult,
  type ReadResult,
  type WriteResult,
} from 'deepagents';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import { utf8Bytes } from '#contract/text';
import { apart, TooMuchWorkError } from '#graph/memory/apart/apart';
import type { MemoryChange } from '#graph/memory/change';
import { createGate } from '#graph/memory/gate';
import type { KeyedLock } from '#graph/memory/lock';
import { filePathProblem, folderPathProblem, isInMemoryFolder } from '#graph/memory/path';
import type { WriteOutcome } from '#graph/memory/write-request';

import { writeWithConsent, type Rejection } from './ask.ts';
import { tellOutcome } from './outcome-text.ts';
import { pageOf } from './file-page.ts';
import { runScope, runStore } from './run-context.ts';
import { memoryIsOff, runMode } from './run-mode.ts';
import { currentToolCall } from './tool-call.ts';

/** Key of the memory file as the composite backend names it once it has taken the mount off. */
const MOUNTED_KEY = '/AGENTS.md';

const MEMORY_OFF =
  'Error: memory is off in this conversation; nothing of it was read or written. The person can turn it on.';

const NO_CHANGE =
  'Error: old_string and new_string are the same, so nothing was changed. Send the text that it should become.';

const ONLY_FILE = `Error: only ${MEMORY_PATH} exists here.`;

/**
 * The memory folder: one file under the contract's key, every write through the gate. Uploads and
 * deletes are refused, so no transcript or tool result can be parked in the cross-thread store.
 */
class MemoryFolder extends StoreBackend {
  readonly #lock: KeyedLock;

  constructor(lock: KeyedLock) {
    super({ namespace: () => memoryNamespace(runScope()) });
    this.#lock = lock;
  }

  override async readRaw(path: string): Promise<ReadRawResult> {
    if (path !== MOUNTED_KEY) return { error: ONLY_FILE };
    const { text, createdAt = '', receipt } = await this.#gate().read(runScope());
    const call = currentToolCall();
    if (call) call.shown = { read: receipt.sha256 };
    if (text === undefined) return { error: 'There is no memory file yet.' };
    const data = { content: text, mimeType: 'text/markdown', created_at: createdAt };
    return { data: { ...data, modified_at: createdAt } };
  }

  override async write(path: string, text: string): Promise<WriteResult> {
    if (path !== MOUNTED_KEY) return { error: ONLY_FILE };
    const basedOn = currentToolCall()?.base;
    const outcome = await this.#change({ kind: 'replace', text, basedOn });
    return resultOf(outcome);
  }

  override async edit(
    path: string,
    oldText: string,
    newText: string,
    all = false,
  ): Promise<EditResult> {
    if (path !== MOUNTED_KEY) return { error: ONLY_FILE };
    const outcome = await this.#change({ kind: 'edit', oldText, newText, all });
    return outcome.refused === undefined
      ? { ...resultOf(outcome), occurrences: outcome.occurrences }
      : resultOf(outcome);
  }

  override async ls(): Promise<LsResult> {
    if (memoryIsOff()) return { files: [] };
    const { text, createdAt = '' } = await this.#gate().read(runScope());
    if (text === undefined) return { files: [] };
    const size = utf8Bytes(text);
    return { files: [{ path: MOUNTED_KEY, is_dir: false, size, modified_at: createdAt }] };
  }

  override async glob(): Promise<GlobResult> {
    // One file: matching the pattern would only decide between it and nothing.
    return { files: (await this.ls()).files ?? [] };
  }

  override async grep(
    pattern: string,
    _path?: string,
    _glob?: string | null,
    maxCount?: number | null,
  ): Promise<GrepResult> {
    if (memoryIsOff()) return { matches: [], truncated: false };
    const { text } = await this.#gate().read(runScope());
    const matches = (text ?? '')
      .split('\n')
      .map((line, index) => ({ path: MOUNTED_KEY, line: index + 1, text: line }))
      .filter((match) => match.text.includes(pattern));
    const kept = matches.slice(0, maxCount ?? undefined);
    return { matches: kept, truncated: kept.length < matches.length };
  }

  override async downloadFiles(paths: string[]): Promise<FileDownloadResponse[]> {
    const { text } = memoryIsOff() ? {} : await this.#gate().read(runScope());
    return paths.map((path) =>
      path === MOUNTED_KEY && text !== undefined
        ? { path, content: new TextEncoder().encode(text), error: null }
        : { path, content: null, error: 'file_not_found' },
    );
  }

  override uploadFiles(files: [string, Uint8Array][]): Promise<FileUploadResponse[]> {
    return Promise.resolve(files.map(([path]) => ({ path, error: 'permission_denied' })));
  }

  override delete(): Promise<{ error: string }> {
    return Promise.resolve({ error: 'Error: the memory file can be erased by the person alone.' });
  }

  #gate(): ReturnType<typeof createGate> {
    const call = currentToolCall();
    if (call) call.usesMemory = true;
    return createGate({ store: runStore(), lock: this.#lock });
  }

  async #change(change: MemoryChange): Promise<WriteOutcome | Rejection> {
    const call = currentToolCall();
    // Without a known author a write could not be traced; no path of an agent leads here.
    if (!call) throw new Error('The memory file is written by tool calls alone.');
    const { author, base, view, action } = call;
    const request = { scope: runScope(), author, change, base, view };
    const outcome =
      runMode() === 'ask'
        ? await writeWithConsent(this.#gate(), request, action)
        : await this.#gate().write(request);
    Object.assign(call, tellOutcome(outcome));
    return outcome;
  }
}

function resultOf(outcome: WriteOutcome | Rejection): WriteResult {
  return outcome.refused === undefined
    ? { path: MOUNTED_KEY, metadata: { revision: outcome.revision } }
    : { error: `Error: ${outcome.reason}` };
}

/**
 * All files of a conversation: its own in thread state, the memory folder in the store. Checks every
 * path before it is used, and notes each failure on the tool call in progress.
 */
export class ConversationFiles extends CompositeBackend {
  constructor(lock: KeyedLock) {
    super(new StateBackend(), { '/memories/': new MemoryFolder(lock) });
  }

  override async ls(path: string): Promise<LsResult> {
    return noted(path, folderPathProblem, () => super.ls(path));
  }

  override async read(path: string, offset?: number, limit?: number): Promise<ReadResult> {
    return noted(path, filePathProblem, async () => {
      // Only a text has lines. Its pages are made anew, because the library's are bounded by lines alone.
      const { startLine } = await super.read(path, 0, 1);
      const page =
        startLine === undefined ? undefined : pageOf(await super.readRaw(path), offset, limit);
      return page ?? super.read(path, offset, limit);
    });
  }

  override async readRaw(path: string): Promise<ReadRawResult> {
    return noted(path, filePathProblem, () => super.readRaw(path));
  }

  override async grep(
    pattern: string,
    path?: string,
    glob?: string | null,
    maxCount?: number | null,
  ): Promise<GrepResult> {
    return noted(path ?? '/', folderPathProblem, async (): Promise<GrepResult> => {
      if (pattern.length > MAX_PATTERN) return { error: PATTERN_TOO_LONG };
      if (!glob) return super.grep(pattern, path, null, maxCount);
      const found = await super.grep(pattern, path);
      if (found.matches === undefined) return found;
      const names = found.matches.map((match) => match.path);
      return matching(glob, names, baseName, (is): GrepResult => {
        const matches = found.matches?.filter((match) => is(match.path)) ?? [];
        const kept = matches.slice(0, maxCount ?? undefined);
        return { matches: kept, truncated: kept.length < matches.length };
      });
    });
  }

  override async glob(pattern: string, path = '/'): Promise<GlobResult> {
    return noted(path, folderPathProblem, async () => {
      // All files first: the library matches a pattern on the event loop, and one can take for ever.
      const found = await super.glob('**', path);
      const names = found.files?.map((file) => file.path);
      if (names === undefined) return found;
      const folder = path.endsWith('/') ? path : `${path}/`;
      const within = (name: string) =>
        name.startsWith(folder) ? name.slice(folder.length) : baseName(name);
      return matching(pattern, names, within, (is) => ({
        ...found,
        files: found.files?.filter((file) => is(file.path)) ?? [],
      }));
    });
  }

  override async write(path: string, content: string): Promise<WriteResult> {
    return noted(path, filePathProblem, () => super.write(path, content));
  }

  override async edit(
    path: string,
    oldText: string,
    newText: string,
    all?: boolean,
  ): Promise<EditResult> {
    return noted(path, filePathProblem, () =>
      oldText === newText
        ? Promise.resolve({ error: NO_CHANGE })
        : super.edit(path, oldText, newText, all),
    );
  }
}

/** Longest pattern to look for, in UTF-16 units. */
const MAX_PATTERN = 500;
const PATTERN_TOO_LONG = `Error: a pattern has at most ${MAX_PATTERN} characters.`;

/**
 * What is made of the names that a glob pattern matches. It is matched apart from the event loop; the
 * memory file, which is the one in its folder, always counts.
 */
async function matching<R>(
  pattern: string,
  paths: readonly string[],
  nameOf: (path: string) => string,
  made: (is: (path: string) => boolean) => R,
): Promise<R | { error: string }> {
  if (pattern.length > MAX_PATTERN) return { error: PATTERN_TOO_LONG };
  const distinct = [...new Set(paths)];
  try {
    const matches = await apart('matchNames', pattern, distinct.map(nameOf));
    const known = new Set(
      distinct.filter((path, at) => matches[at] === true || path === MEMORY_PATH),
    );
    return made((path) => known.has(path));
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    return { error: 'Error: this pattern takes too long to match. Use a simpler one.' };
  }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The operation's result, or the problem in its place; either failure is noted on the tool call. */
async function noted<R extends { error?: string }>(
  path: string,
  problemOf: (path: string) => string | undefined,
  operation: () => Promise<R>,
): Promise<R | { error: string }> {
  const problem = memoryIsOff() && isInMemoryFolder(path) ? MEMORY_OFF : problemOf(path);
  const result = problem === undefined ? await operation() : { error: problem };
  const call = currentToolCall();
  if (call && result.error !== undefined) call.failure = result.error;
  return result;
}
