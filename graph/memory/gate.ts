import type { BaseStore, Item } from '@langchain/langgraph-checkpoint';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import type { MemoryAuthor, MemoryRevision } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';

import type { Refusal } from './change.ts';
import { decideOn, type Decided } from './decide.ts';
import { readMemory, type MemorySnapshot } from './file.ts';
import type { KeyedLock } from './lock.ts';
import { HEAD_KEY, receiptNamespace, revisionKey, revisionNamespace } from './namespace.ts';
import { processNotifier, type MemoryNotifier } from './notifier.ts';
import { ORIGINS_KEY, originsAfter, readOrigins, recordOf } from './origins.ts';
import type { Origins } from './provenance.ts';
import { adoption, fileValue, makeRevision, receiptKey } from './records.ts';
import { KEPT_REVISIONS, readRevision } from './revisions.ts';
import { putTogether, type Put } from './store-batch.ts';
import type { Accepted, Preview, WriteOutcome, WriteRequest } from './write-request.ts';

export interface Wiped {
  /** The revision that says when and by whom the memory was erased; it holds no text. */
  readonly revision: number;
  /** Revisions that are gone. */
  readonly erased: number;
}

/** What one read of the store found, and which revision brought in each line of the text. */
export interface MemoryWithOrigins extends MemorySnapshot {
  readonly origins: Origins;
}

/** The one writer of the memory file. */
export interface MemoryGate {
  /** The literal text and its revision. Throws MemoryUnavailableError. */
  read(scope: MemoryScope): Promise<MemorySnapshot>;
  /** The same, with the origin of each line; none without a file or where its text has a problem. */
  readWithOrigins(scope: MemoryScope): Promise<MemoryWithOrigins>;
  /**
   * Makes the change under the owner's lock, or says why not. A call with the same thread, message
   * and tool call id is carried out once. Throws MemoryUnavailableError or the store's own error.
   */
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** What the same request would do now, or the outcome it has had already. Writes nothing. */
  preview(request: WriteRequest): Promise<Preview | WriteOutcome>;
  /**
   * Erases the file, every revision and every receipt of the owner. One revision without text is
   * left in their place, so that numbers go on and no old receipt comes to mean a new text.
   */
  wipe(scope: MemoryScope, author: MemoryAuthor): Promise<Wiped>;
}

/** `lock` must be the one that every other writer of this store uses. */
export function createGate(ports: {
  readonly store: BaseStore;
  readonly lock: KeyedLock;
  /** Told of every accepted write, once it is stored; by default this process's listeners. */
  readonly notifier?: MemoryNotifier;
  readonly now?: () => Date;
}): MemoryGate {
  const { store, lock, notifier = processNotifier, now = () => new Date() } = ports;
  const held = async <T>(scope: MemoryScope, work: () => Promise<T>): Promise<T> => {
    const result = await lock.hold(scope, work);
    notifier.notify(scope);
    return result;
  };
  return {
    read: (scope) => readMemory(store, scope),
    readWithOrigins: (scope) => readWithOrigins(store, lock, scope),
    write: (request) => held(request.scope, () => writeLocked(store, now, request)),
    preview: (request) => decide(store, request).then(previewOf),
    wipe: (scope, author) => held(scope, () => wipeLocked(store, now, scope, author)),
  };
}

/** Origins that had to be looked for are recorded, so that they are looked for once. */
async function readWithOrigins(
  store: BaseStore,
  lock: KeyedLock,
  scope: MemoryScope,
): Promise<MemoryWithOrigins> {
  const current = await readMemory(store, scope);
  const { head, problem, receipt, text } = current;
  if (text === undefined || problem !== undefined) return { ...current, origins: [] };
  const { origins, recorded } = await readOrigins(store, scope, current);
  if (!recorded && receipt.revision !== null)
    await lock.hold(scope, async () => {
      const now = await readMemory(store, scope);
      if (now.head.revision === head.revision)
        await putTogether(store, [recordOf(scope, head.revision, origins)]);
    });
  return { ...current, origins };
}

async function decide(
  store: BaseStore,
  request: WriteRequest,
): Promise<Decided | Accepted | Refusal> {
  const { scope, author } = request;
  const receipt = receiptKey(author);
  const [current, earlier] = await Promise.all([
    readMemory(store, scope),
    receipt === undefined ? null : store.get(receiptNamespace(scope), receipt),
  ]);
  const repeated = earlier ? repeatedOutcome(earlier.value, current) : undefined;
  return repeated ?? decideOn(store, current, request);
}

function previewOf(decided: Decided | Accepted | Refusal): Preview | WriteOutcome {
  if (!('applied' in decided)) return decided;
  const { current, applied, warnings } = decided;
  return { before: current.text, after: applied.text, current: current.receipt, warnings };
}

async function writeLocked(
  store: BaseStore,
  now: () => Date,
  request: WriteRequest,
): Promise<WriteOutcome> {
  const { scope, author } = request;
  const decided = await decide(store, request);
  if (!('applied' in decided)) return decided;
  const { current, applied } = decided;
  if (applied.text === current.text && current.receipt.revision !== null)
    return accepted(current.receipt.revision, current.receipt.sha256, decided);

  const adopted = adoption(current, scope, now());
  const newest = adopted.at(-1)?.number ?? current.head.revision;
  const revision = makeRevision(newest + 1, scope, author, applied.text, now());
  await commit(store, current, adopted, revision, receiptKey(author), applied.occurrences);
  return accepted(revision.number, revision.sha256, decided);
}

/** File, head, rows and receipt in one batch: a store that batches atomically keeps all or none. */
async function commit(
  store: BaseStore,
  current: MemorySnapshot,
  adopted: readonly MemoryRevision[],
  last: MemoryRevision,
  receipt: string | undefined,
  occurrences: number,
): Promise<void> {
  const { owner, number, text, written_at: writtenAt } = last;
  const revisions = revisionNamespace(owner);
  const { put: origins, lines } = await originsAfter(store, owner, current, adopted, last);
  const rows = [...adopted, { ...last, lines }];
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
  puts.push(origins);
  for (const row of rows) puts.push(...(await retired(store, owner, row.number - KEPT_REVISIONS)));
  await putTogether(store, puts);
}

async function wipeLocked(
  store: BaseStore,
  now: () => Date,
  owner: MemoryScope,
  author: MemoryAuthor,
): Promise<Wiped> {
  const pointer = await store.get(revisionNamespace(owner), HEAD_KEY);
  const newest: unknown = pointer?.value['revision'];
  // A damaged pointer must not keep anyone from erasing; its number alone is of use.
  const number = (Number.isSafeInteger(newest) ? Number(newest) : 0) + 1;
  const items = await store.search(memoryNamespace(owner), { limit: MAX_ITEMS });
  const last = makeRevision(number, owner, author, undefined, now());
  const revisions = revisionNamespace(owner);
  await putTogether(store, [
    ...items.map(({ namespace, key }) => ({ namespace, key, value: null })),
    { namespace: revisions, key: HEAD_KEY, value: { revision: number, sha256: null } },
    { namespace: revisions, key: revisionKey(number), value: { ...last } },
  ]);
  const depth = revisions.length;
  const isRow = (item: Item) =>
    item.namespace.length === depth && item.namespace.at(-1) === revisions.at(-1);
  const notRows = [HEAD_KEY, ORIGINS_KEY];
  const erased = items.filter((item) => isRow(item) && !notRows.includes(item.key)).length;
  return { revision: number, erased };
}

/** More items than one owner's file, head, kept revisions and their receipts can be. */
const MAX_ITEMS = 10_000;

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
    changed: true,
    warnings: [],
  };
}

function accepted(
  revision: number,
  hash: string | null,
  { current, applied, warnings, effects }: Decided,
): Accepted {
  const { text, occurrences } = applied;
  const changed = text !== current.text;
  const made = { revision, sha256: hash, occurrences, repeated: false, changed, warnings };
  return effects ? { ...made, effects } : made;
}
