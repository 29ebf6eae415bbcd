import type { BaseStore } from '@langchain/langgraph-checkpoint';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import type { MemoryAuthor, MemoryRevision } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import { utf8Bytes } from '#contract/text';

import {
  admission,
  applyChange,
  refusal,
  type Applied,
  type Basis,
  type MemoryChange,
  type Refusal,
} from './change.ts';
import { readMemory, type MemorySnapshot } from './file.ts';
import type { MemoryLock } from './lock.ts';
import { HEAD_KEY, receiptNamespace, revisionKey, revisionNamespace, sha256 } from './namespace.ts';
import { KEPT_REVISIONS, readRevision } from './revisions.ts';
import { findAddedSecret } from './secrets.ts';
import { putTogether, type Put } from './store-batch.ts';

export interface WriteRequest {
  readonly scope: MemoryScope;
  readonly author: MemoryAuthor;
  readonly change: MemoryChange;
  /** What the writer last read, so that a vanished passage is told from one that never was. */
  readonly base?: Basis;
}

export interface Accepted {
  readonly refused?: undefined;
  /** The revision that holds this change; the current one when nothing had to change. */
  readonly revision: number;
  readonly sha256: string | null;
  readonly occurrences: number;
  /** Whether this very call had been carried out before (a run that was taken up again). */
  readonly repeated: boolean;
  /** What the person should know, though the write was made: it looks like a password, say. */
  readonly warnings: readonly string[];
}

export type WriteOutcome = Accepted | Refusal;

/** The one writer of the memory file. */
export interface MemoryGate {
  /** The literal text and its revision. Throws MemoryUnavailableError. */
  read(scope: MemoryScope): Promise<MemorySnapshot>;
  /**
   * Makes the change under the owner's lock, or says why not. A call with the same thread, message
   * and tool call id is carried out once. Throws MemoryUnavailableError or the store's own error.
   */
  write(request: WriteRequest): Promise<WriteOutcome>;
}

/** `lock` must be the one that every other writer of this store uses. */
export function createGate(ports: {
  readonly store: BaseStore;
  readonly lock: MemoryLock;
  readonly now?: () => Date;
}): MemoryGate {
  const { store, lock, now = () => new Date() } = ports;
  return {
    read: (scope) => readMemory(store, scope),
    write: (request) => lock.hold(request.scope, () => writeLocked(store, now, request)),
  };
}

async function writeLocked(
  store: BaseStore,
  now: () => Date,
  request: WriteRequest,
): Promise<WriteOutcome> {
  const { scope, author, change } = request;
  const receipt = receiptKey(author);
  const [current, earlier] = await Promise.all([
    readMemory(store, scope),
    receipt === undefined ? null : store.get(receiptNamespace(scope), receipt),
  ]);
  const repeated = earlier ? repeatedOutcome(earlier.value, current) : undefined;
  if (repeated) return repeated;

  const applied = applyChange(current.text, current.receipt.sha256, change, request.base);
  if ('refused' in applied) return applied;
  const checked = check(current.text, applied, author);
  if ('refused' in checked) return checked;

  if (applied.text === current.text && current.receipt.revision !== null)
    return accepted(current.receipt.revision, current.receipt.sha256, applied, checked.warnings);

  const rows = adoption(current, scope, now());
  const newest = rows.at(-1)?.number ?? current.head.revision;
  const revision = makeRevision(newest + 1, scope, author, applied.text, now());
  rows.push(revision);
  await commit(store, current, rows, receipt, applied.occurrences);
  return accepted(revision.number, revision.sha256, applied, checked.warnings);
}

/** Text that the gate never saw gets its own row first, so that history has no hole. */
function adoption(current: MemorySnapshot, scope: MemoryScope, at: Date): MemoryRevision[] {
  if (current.receipt.revision !== null || current.problem !== undefined) return [];
  return [makeRevision(current.head.revision + 1, scope, importAuthor, current.text, at)];
}

const importAuthor: MemoryAuthor = {
  kind: 'import',
  thread_id: null,
  run_id: null,
  message_id: null,
  tool_call_id: null,
};

function check(
  before: string | undefined,
  applied: Applied,
  author: MemoryAuthor,
): { warnings: string[] } | Refusal {
  if (applied.text === undefined) return { warnings: [] };
  const refused = admission(applied.text);
  if (refused) return refused;
  const secret = findAddedSecret(before, applied.text);
  if (secret === undefined) return { warnings: [] };
  if (author.kind === 'agent' || author.kind === 'subagent')
    return refusal('secret', `This looks like ${secret}; memory must not hold it. Leave it out.`);
  return { warnings: [`This looks like ${secret}. Memory is sent to the model with every call.`] };
}

function makeRevision(
  number: number,
  owner: MemoryScope,
  author: MemoryAuthor,
  text: string | undefined,
  at: Date,
): MemoryRevision {
  return {
    number,
    written_at: at.toISOString(),
    owner,
    author,
    text: text ?? null,
    bytes: text === undefined ? 0 : utf8Bytes(text),
    sha256: text === undefined ? null : sha256(text),
  };
}

/** File, head, rows and receipt in one batch: a store that batches atomically keeps all or none. */
async function commit(
  store: BaseStore,
  current: MemorySnapshot,
  rows: readonly MemoryRevision[],
  receipt: string | undefined,
  occurrences: number,
): Promise<void> {
  const last = rows.at(-1);
  if (!last) return;
  const { owner, number, text, written_at: writtenAt } = last;
  const revisions = revisionNamespace(owner);
  const file = text === null ? null : fileValue(text, current.createdAt ?? writtenAt, writtenAt);
  const puts: Put[] = [
    { namespace: memoryNamespace(owner), key: MEMORY_PATH, value: file },
    { namespace: revisions, key: HEAD_KEY, value: { revision: number, sha256: last.sha256 } },
    ...rows.map((row) => ({
      namespace: revisions,
      key: revisionKey(row.number),
      value: { ...row },
    })),
  ];
  if (receipt !== undefined)
    puts.push({
      namespace: receiptNamespace(owner),
      key: receipt,
      value: { revision: number, sha256: last.sha256, occurrences },
    });
  for (const row of rows) puts.push(...(await retired(store, owner, row.number - KEPT_REVISIONS)));
  await putTogether(store, puts);
}

/** What retention removes when this revision is no longer among the newest. */
async function retired(store: BaseStore, owner: MemoryScope, number: number): Promise<Put[]> {
  const row = number > 0 ? await readRevision(store, owner, number) : undefined;
  if (!row) return [];
  const receipt = receiptKey(row.author);
  const gone: Put[] = [
    { namespace: revisionNamespace(owner), key: revisionKey(number), value: null },
  ];
  if (receipt !== undefined)
    gone.push({ namespace: receiptNamespace(owner), key: receipt, value: null });
  return gone;
}

/** The file in the form that deep agents read and write (FileData, version 2). */
function fileValue(text: string, createdAt: string, modifiedAt: string): Record<string, unknown> {
  return {
    content: text,
    mimeType: 'text/markdown',
    created_at: createdAt,
    modified_at: modifiedAt,
  };
}

/**
 * Key of a tool call's receipt. The message is part of it because some providers number their calls
 * anew in every message, and a second call_0 must not be taken for a repetition of the first.
 */
function receiptKey({ thread_id, message_id, tool_call_id }: MemoryAuthor): string | undefined {
  if (thread_id === null || tool_call_id === null) return undefined;
  return sha256(JSON.stringify([thread_id, message_id, tool_call_id]));
}

/** The outcome that this call had before. A receipt above the head belongs to a write that never was. */
function repeatedOutcome(
  receipt: Record<string, unknown>,
  current: MemorySnapshot,
): Accepted | undefined {
  const { revision, sha256: hash, occurrences } = receipt;
  if (typeof revision !== 'number' || revision > current.head.revision) return undefined;
  return {
    revision,
    sha256: typeof hash === 'string' ? hash : null,
    occurrences: typeof occurrences === 'number' ? occurrences : 1,
    repeated: true,
    warnings: [],
  };
}

function accepted(
  revision: number,
  hash: string | null,
  { occurrences }: Applied,
  warnings: readonly string[],
): Accepted {
  return { revision, sha256: hash, occurrences, repeated: false, warnings };
}
