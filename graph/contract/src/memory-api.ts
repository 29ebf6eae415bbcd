import { AUTHOR_KINDS, isLineCounts, type MemoryAuthor, type MemoryRevision } from './revision.ts';
import {
  isBoolean,
  isCount,
  isInstant,
  isObject,
  isSha256,
  isString,
  listOf,
  nullOr,
  oneOf,
  optional,
  shapeOf,
  type Guard,
} from './shape.ts';
import type { TextProblem } from './text.ts';

/** The routes under /api/memory speak these shapes; docs/memory.md lists them. */

/** A revision as the API tells it: without its owner, whose scope is a key. */
export type RevisionView = Omit<MemoryRevision, 'owner'>;

/** A revision without its text, for lists and news. */
export type RevisionSummary = Omit<RevisionView, 'text'>;

/** Where a line of the current memory comes from: the newest revision that brought it in. */
export interface LineOrigin {
  readonly revision: number;
  readonly written_at: string;
  readonly author: MemoryAuthor;
}

export interface MemoryLine {
  /** Literal, without its line feed. */
  readonly text: string;
  /**
   * Null when it is older than the history kept, was written past it, is blank, or stands after more
   * lines than are traced.
   */
  readonly origin: LineOrigin | null;
}

/** How much of the bound, and of every prompt, the memory takes. */
export interface MemoryMeter {
  readonly bytes: number;
  readonly max_bytes: number;
  /** A rough count (a token is about four bytes); what a model really counts depends on it. */
  readonly approximate_tokens: number;
}

/** `GET /api/memory`: a fresh read of the store, made by no run. */
export interface CurrentMemory {
  /** Literal; null when there is no file. */
  readonly text: string | null;
  /** The newest revision; 0 before the first; null when the text was written past the history. */
  readonly revision: number | null;
  readonly sha256: string | null;
  readonly read_at: string;
  readonly meter: MemoryMeter;
  /** Why the agent is not run on this text, if so: it can be opened and shrunk all the same. */
  readonly problem: TextProblem | null;
  /** The text split at line feeds, so joining gives the text again; empty without a file or with a problem. */
  readonly lines: readonly MemoryLine[];
}

/** The reply to every accepted edit, forgetting, restoring and import. */
export interface MemoryWriteReply {
  /** The revision that holds the change; the current one when nothing had to change. */
  readonly revision: number;
  readonly sha256: string | null;
  /** Whether the text is now another than before. */
  readonly changed: boolean;
  /** Whether it was merged with what others had written meanwhile. */
  readonly merged: boolean;
  /** Sentences for the person: the text looks like a password, say. */
  readonly warnings: readonly string[];
}

/** One side of a conflict. */
export interface MemoryVersion {
  readonly text: string | null;
  readonly sha256: string | null;
  /** Null when it is not (or no longer) in the history. */
  readonly revision: number | null;
}

/** The 409 reply to a change that could not be merged: nothing was written. */
export interface MemoryConflict {
  readonly error: 'conflict';
  readonly message: string;
  /** What the change was based on; null when it is no longer kept. */
  readonly base: MemoryVersion | null;
  readonly current: MemoryVersion;
  /** The text as it was sent. */
  readonly yours: string | null;
}

/** `DELETE /api/memory`: what is gone, and what is not. */
export interface WipeReport {
  /** Whether a fresh read after the wipe found no file, no text of a revision and no receipt. */
  readonly verified: boolean;
  /** The one revision that is left: that and when the memory was erased. It holds no text. */
  readonly revision: number;
  readonly revisions_erased: number;
  /** Null when conversations were not asked for. */
  readonly conversations_erased: number | null;
  /** Null when work was not asked for. */
  readonly records_erased: number | null;
  readonly documents_erased: number | null;
  /** Sentences for the person: where remembered text may still be, and how to be rid of it. */
  readonly not_reached: readonly string[];
}

/** `GET /api/memory/export?format=json`. It holds no key: whoever reads it cannot act as its owner. */
export interface MemoryArchive {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly version: 1;
  readonly exported_at: string;
  readonly text: string | null;
  readonly revision: number | null;
  /** Newest first, as far as they are kept. */
  readonly revisions: readonly RevisionView[];
  /** The owner's work: absent from archives of servers that keep none. No import takes it in. */
  readonly work?: WorkArchive | undefined;
}

/** Documents with their extracted texts, and work records, each list under the name of its kind. */
export interface WorkArchive {
  readonly documents: readonly object[];
  readonly records: Readonly<Record<string, readonly object[]>>;
}

export const ARCHIVE_FORMAT = 'throughline-memory';

/**
 * Name of the events of `GET /api/memory/events`: one RevisionSummary per accepted write. Its id is
 * the revision's number, to resume by `Last-Event-ID`.
 */
export const MEMORY_REVISION_EVENT = 'revision';

const isAuthor = shapeOf<MemoryAuthor>({
  kind: oneOf(AUTHOR_KINDS),
  thread_id: nullOr(isString),
  run_id: nullOr(isString),
  message_id: nullOr(isString),
  turn_message_id: optional(isString),
  tool_call_id: nullOr(isString),
});

const summaryFields = {
  number: isCount,
  written_at: isInstant,
  author: isAuthor,
  bytes: isCount,
  sha256: nullOr(isSha256),
  lines: optional(isLineCounts),
};

/** Whether a value is the data of a `revision` event. */
export const isRevisionSummary: Guard<RevisionSummary> = shapeOf<RevisionSummary>(summaryFields);

export const isRevisionView: Guard<RevisionView> = shapeOf<RevisionView>({
  ...summaryFields,
  text: nullOr(isString),
});

/** Whether a value is the reply of `GET /api/memory/revisions`. */
export const isRevisionList: Guard<{ readonly revisions: readonly RevisionSummary[] }> = shapeOf({
  revisions: listOf(isRevisionSummary),
});

const isMeter = shapeOf<MemoryMeter>({
  bytes: isCount,
  max_bytes: isCount,
  approximate_tokens: isCount,
});

const isOrigin = shapeOf<LineOrigin>({
  revision: isCount,
  written_at: isInstant,
  author: isAuthor,
});

export const isCurrentMemory: Guard<CurrentMemory> = shapeOf<CurrentMemory>({
  text: nullOr(isString),
  revision: nullOr(isCount),
  sha256: nullOr(isSha256),
  read_at: isInstant,
  meter: isMeter,
  problem: nullOr(oneOf<TextProblem>(['too-large', 'ill-formed'])),
  lines: listOf(shapeOf<MemoryLine>({ text: isString, origin: nullOr(isOrigin) })),
});

export const isMemoryWriteReply: Guard<MemoryWriteReply> = shapeOf<MemoryWriteReply>({
  revision: isCount,
  sha256: nullOr(isSha256),
  changed: isBoolean,
  merged: isBoolean,
  warnings: listOf(isString),
});

const isVersion = shapeOf<MemoryVersion>({
  text: nullOr(isString),
  sha256: nullOr(isSha256),
  revision: nullOr(isCount),
});

export const isMemoryConflict: Guard<MemoryConflict> = shapeOf<MemoryConflict>({
  error: oneOf(['conflict']),
  message: isString,
  base: nullOr(isVersion),
  current: isVersion,
  yours: nullOr(isString),
});

export const isWipeReport: Guard<WipeReport> = shapeOf<WipeReport>({
  verified: isBoolean,
  revision: isCount,
  revisions_erased: isCount,
  conversations_erased: nullOr(isCount),
  records_erased: nullOr(isCount),
  documents_erased: nullOr(isCount),
  not_reached: listOf(isString),
});

const isAnyObject = (value: unknown): value is object => isObject(value);

const isWorkArchive: Guard<WorkArchive> = shapeOf<WorkArchive>({
  documents: listOf(isAnyObject),
  records: (value): value is WorkArchive['records'] =>
    isObject(value) && Object.values(value).every(listOf(isAnyObject)),
});

export const isMemoryArchive: Guard<MemoryArchive> = shapeOf<MemoryArchive>({
  format: oneOf([ARCHIVE_FORMAT]),
  version: (value): value is 1 => value === 1,
  exported_at: isInstant,
  text: nullOr(isString),
  revision: nullOr(isCount),
  revisions: listOf(isRevisionView),
  work: optional(isWorkArchive),
});
