import type {
  CurrentMemory,
  MemoryArchive,
  MemoryConflict,
  MemoryWriteReply,
  RevisionSummary,
  RevisionView,
  WipeReport,
} from '#contract/memory-api';

/** The text that a change was made on: its SHA-256, null for no file. */
export type Basis = string | null;

/** Where to forget a line that stands there more than once. */
export interface LinePlace {
  readonly line: string;
  /** 1 for the first line with this text. */
  readonly occurrence: number;
  readonly basedOn: Basis;
}

export interface ChangesRequest {
  /** Only later revisions are told; undefined for those to come. */
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  /** Called once the server has begun to tell. */
  readonly onOpen: () => void;
}

/** What is erased together with the memory: all chats; all documents and records of research. */
export interface WipedToo {
  readonly conversations: boolean;
  readonly work: boolean;
}

/** What is taken in: a text, or an archive that was exported. */
export type Incoming = { readonly text: string } | { readonly archive: MemoryArchive };

/**
 * The owner's memory on the server. Every call rejects with a TransportError. Changes ask for
 * admission immediately before their request, are never sent twice, and reject with a
 * ConflictError where others have changed the same place; reading works while the scope is blocked.
 */
export interface MemoryApi {
  /** Reads the store afresh. */
  readCurrent(): Promise<CurrentMemory>;
  /** So many of the newest revisions, newest first; from 1 to 200. */
  readRevisions(limit: number): Promise<readonly RevisionSummary[]>;
  readRevision(number: number): Promise<RevisionView>;
  /** Yields every revision after the given one, until it is aborted or the connection breaks. */
  changes(request: ChangesRequest): AsyncIterable<RevisionSummary>;
  /** Puts a text in place of the one it was based on; changes elsewhere are merged. */
  edit(text: string, basedOn: Basis): Promise<MemoryWriteReply>;
  forget(place: LinePlace): Promise<MemoryWriteReply>;
  /** Makes an earlier text the current one, if that still is the one named. */
  restore(revision: number, basedOn: Basis): Promise<MemoryWriteReply>;
  take(incoming: Incoming, basedOn: Basis): Promise<MemoryWriteReply>;
  wipe(also: WipedToo): Promise<WipeReport>;
  /** The file itself, or an archive with its history. */
  export(format: 'md' | 'json'): Promise<Blob>;
}

/** Others have changed the same place: nothing was written, and the person chooses. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly conflict: MemoryConflict;

  constructor(conflict: MemoryConflict) {
    super(conflict.message);
    this.conflict = conflict;
  }
}
