import type { BaseStore } from '@langchain/langgraph-checkpoint';

import type { LineOrigin } from '#contract/memory-api';
import type { LineCounts, MemoryRevision } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';

import { apart, TooMuchWorkError } from './apart/apart.ts';
import type { MemorySnapshot } from './file.ts';
import { revisionNamespace } from './namespace.ts';
import { carryOriginsByText, originOf, type Origins } from './provenance.ts';
import { KEPT_REVISIONS, listRevisions, readRevision } from './revisions.ts';
import type { Put } from './store-batch.ts';

/** Key of the origins of the newest revision's lines, beside the pointer to it. */
export const ORIGINS_KEY = 'origins';

/**
 * Origins as they are stored: each once, and for each stretch of lines which of them it has (-1 for
 * none) and how many lines it is long.
 */
interface StoredOrigins {
  /** Whose lines these are; another number than the head's means that they are not recorded. */
  readonly revision: number;
  readonly sources: readonly LineOrigin[];
  readonly stretches: readonly (readonly [source: number, lines: number])[];
}

/**
 * The origins of the lines that the file has now. They are recorded with each revision; for one of an
 * earlier version they are looked for in the history kept, in bounded time.
 */
export async function readOrigins(
  store: BaseStore,
  scope: MemoryScope,
  current: MemorySnapshot,
): Promise<{ readonly origins: Origins; readonly recorded: boolean }> {
  const { head, receipt, text } = current;
  const known = await recordedOrigins(store, scope, head.revision);
  const origins = known ?? (await traced(store, scope));
  const recorded = known !== undefined;
  if (receipt.revision !== null) return { origins, recorded };
  // The file was written past the history: its new lines have no origin.
  const written = (await readRevision(store, scope, head.revision))?.text ?? undefined;
  return { origins: await carried(written, origins, text, null), recorded };
}

/**
 * What is stored of the origins once these revisions are written on top of the current (`adopted` takes
 * in what the gate never saw), and how many lines the last of them changed.
 */
export async function originsAfter(
  store: BaseStore,
  scope: MemoryScope,
  current: MemorySnapshot,
  adopted: readonly MemoryRevision[],
  last: MemoryRevision,
): Promise<{ readonly put: Put; readonly lines: LineCounts }> {
  let { origins } = await readOrigins(store, scope, current);
  let text = current.text;
  let before = text;
  for (const row of [...adopted, last]) {
    const next = row.text ?? undefined;
    // What the gate never saw is taken in as it is: its lines without origin are that row's.
    origins =
      next === current.text && row !== last
        ? origins.map((origin) => origin ?? originOf(row))
        : await carried(text, origins, next, originOf(row));
    before = text;
    text = next;
  }
  const lines = countLines(before, text, origins, last.number);
  return { put: recordOf(scope, last.number, origins), lines };
}

/** What is of the revision's own origin was added; what of the older text is not kept was removed. */
function countLines(
  older: string | undefined,
  newer: string | undefined,
  origins: Origins,
  revision: number,
): LineCounts {
  const lines = newer?.split('\n') ?? [];
  const isSaid = (line: string) => line.trim() !== '';
  const said = lines.filter(isSaid).length;
  const isNew = (_: string, at: number) => origins[at]?.revision === revision;
  const added = lines.filter((line, at) => isSaid(line) && isNew(line, at)).length;
  const known = (older?.split('\n') ?? []).filter(isSaid).length;
  return { added, removed: Math.max(0, known - (said - added)) };
}

/** The record of a revision's origins. */
export function recordOf(scope: MemoryScope, revision: number, origins: Origins): Put {
  const value = { ...packed(revision, origins) };
  return { namespace: revisionNamespace(scope), key: ORIGINS_KEY, value };
}

async function carried(
  older: string | undefined,
  origins: Origins,
  newer: string | undefined,
  origin: LineOrigin | null,
): Promise<Origins> {
  if (newer === undefined) return [];
  if (older === undefined) return newer.split('\n').map(() => origin);
  try {
    return await apart('carryOrigins', older, origins, newer, origin);
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    return carryOriginsByText(older, origins, newer, origin);
  }
}

async function traced(store: BaseStore, scope: MemoryScope): Promise<Origins> {
  const history = await listRevisions(store, scope, { limit: KEPT_REVISIONS });
  try {
    return await apart('traceOrigins', history.toReversed());
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    return [];
  }
}

/** Undefined when the origins of that revision are not recorded. */
async function recordedOrigins(
  store: BaseStore,
  scope: MemoryScope,
  revision: number,
): Promise<Origins | undefined> {
  if (revision === 0) return [];
  const item = await store.get(revisionNamespace(scope), ORIGINS_KEY);
  const stored = item?.value as StoredOrigins | undefined;
  if (stored?.revision !== revision) return undefined;
  const oldest = revision - KEPT_REVISIONS;
  const known = stored.sources.map((source) => (source.revision > oldest ? source : null));
  return stored.stretches.flatMap(([source, lines]) =>
    Array.from({ length: lines }, () => known[source] ?? null),
  );
}

function packed(revision: number, origins: Origins): StoredOrigins {
  const places = new Map<number, number>();
  const sources: LineOrigin[] = [];
  const stretches: [number, number][] = [];
  for (const origin of origins) {
    if (origin && !places.has(origin.revision))
      places.set(origin.revision, sources.push(origin) - 1);
    const source = origin ? (places.get(origin.revision) ?? -1) : -1;
    const last = stretches.at(-1);
    if (last?.[0] === source) last[1] += 1;
    else stretches.push([source, 1]);
  }
  return { revision, sources, stretches };
}
