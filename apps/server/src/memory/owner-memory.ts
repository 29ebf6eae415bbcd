import type { MemoryConflict, MemoryVersion, MemoryWriteReply } from '#contract/memory-api';
import type { MemoryAuthor, MemoryRevision } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import { apart, TooMuchWorkError } from '#graph/memory/apart/apart';
import { admission } from '#graph/memory/change';
import type { MemorySnapshot } from '#graph/memory/file';
import type { MemoryGate } from '#graph/memory/gate';
import { KEPT_REVISIONS, listRevisions } from '#graph/memory/revisions';
import type { BaseStore } from '@langchain/langgraph-checkpoint';

import { HttpError } from '../http/http-error.ts';
import { refusedByGate } from './refused-by-gate.ts';

/** Times that a change is made anew when another writer comes in between. */
const MAX_TRIES = 10;

/** A change that can be neither made nor merged. It carries the reply: both sides and their base. */
export class MemoryConflictError extends HttpError {
  readonly reply: MemoryConflict;

  constructor(reply: MemoryConflict) {
    super('conflict', reply.message);
    this.reply = reply;
  }
}

/** What a change makes of the current text: the new text, undefined to erase the file. */
type Plan = (current: MemorySnapshot) => Promise<Planned> | Planned;

interface Planned {
  readonly text: string | undefined;
  readonly merged?: boolean;
}

/**
 * The memory of one owner in a person's hands. Every change goes through the gate, based on the text
 * it was planned on: when another writer comes in between it is planned anew, never forced.
 *
 * All methods throw HttpError with a sentence (the gate's own where it refuses), and
 * MemoryUnavailableError when the store cannot be read.
 */
export class OwnerMemory {
  readonly #store: BaseStore;
  readonly #gate: MemoryGate;
  readonly #owner: MemoryScope;

  constructor(store: BaseStore, gate: MemoryGate, owner: MemoryScope) {
    this.#store = store;
    this.#gate = gate;
    this.#owner = owner;
  }

  /**
   * Puts a text in place of the one it was based on (its SHA-256; null for no file). What others
   * wrote meanwhile is merged by lines. Throws MemoryConflictError when that is not clean.
   */
  async edit(
    text: string,
    basedOn: string | null,
    author: MemoryAuthor,
  ): Promise<MemoryWriteReply> {
    // A text that cannot be kept is not compared with anything: that takes time that grows with it.
    const refused = admission(text);
    if (refused) throw refusedByGate(refused);
    return this.#write(author, async (current) => {
      if (current.receipt.sha256 === basedOn) return { text };
      const base = await this.#versionOf(basedOn);
      const theirs = current.text;
      const merged =
        base?.text == null || theirs === undefined
          ? sameOnBothSides(text, theirs)
          : await mergedInTime(base.text, theirs, text);
      if (merged === undefined) throw conflict(base, current, text);
      return { text: merged, merged: merged !== text };
    });
  }

  /**
   * Removes one line, told by its literal text. Where several are the same, `occurrence` (1 for the
   * first) tells which; it counts in the text the person had seen (`basedOn`), so it is taken only
   * if that is still the current one.
   */
  forget(
    line: string,
    options: { readonly occurrence?: number; readonly basedOn?: string | null },
    author: MemoryAuthor,
  ): Promise<MemoryWriteReply> {
    const { occurrence, basedOn } = options;
    return this.#write(author, (current) => {
      const lines = current.text?.split('\n') ?? [];
      const places = lines.flatMap((each, place) => (each === line ? [place] : []));
      if (places.length === 0)
        throw new HttpError('not-found', 'That line is not in the memory (any more).');
      if (places.length > 1 && occurrence === undefined)
        throw new HttpError('invalid', `That line is there ${places.length} times. Say which.`);
      const moved = basedOn !== undefined && current.receipt.sha256 !== basedOn;
      if (places.length > 1 && moved) throw conflict(undefined, current, null);
      const place = places[places.length > 1 ? (occurrence ?? 1) - 1 : 0];
      if (place === undefined)
        throw new HttpError('not-found', `That line is there ${places.length} times only.`);
      return { text: lines.toSpliced(place, 1).join('\n') };
    });
  }

  /**
   * Makes the text of an earlier revision the current one, as a new revision. With `basedOn` only if
   * that is still the current text.
   */
  async restore(
    revision: MemoryRevision,
    basedOn: string | null | undefined,
    author: MemoryAuthor,
  ): Promise<MemoryWriteReply> {
    return this.#write(author, (current) => {
      if (basedOn !== undefined && current.receipt.sha256 !== basedOn)
        throw conflict(undefined, current, revision.text);
      return { text: revision.text ?? undefined };
    });
  }

  async #write(author: MemoryAuthor, plan: Plan): Promise<MemoryWriteReply> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const current = await this.#gate.read(this.#owner);
      const { text, merged = false } = await plan(current);
      const basedOn = current.receipt.sha256;
      const change =
        text === undefined
          ? ({ kind: 'erase', basedOn } as const)
          : ({ kind: 'replace', text, basedOn } as const);
      const outcome = await this.#gate.write({ scope: this.#owner, author, change });
      if (outcome.refused === undefined) {
        const { revision, sha256, warnings } = outcome;
        return { revision, sha256, changed: text !== current.text, merged, warnings };
      }
      if (outcome.refused !== 'changed-meanwhile') throw refusedByGate(outcome);
    }
    throw new HttpError('conflict', 'The memory is being changed all the time. Try again.');
  }

  /** The newest kept version with this hash; null text stands for no file. */
  async #versionOf(sha256: string | null): Promise<MemoryVersion | undefined> {
    if (sha256 === null) return { text: null, sha256: null, revision: null };
    const kept = await listRevisions(this.#store, this.#owner, { limit: KEPT_REVISIONS });
    const found = kept.find((row) => row.sha256 === sha256);
    return found && { text: found.text, sha256, revision: found.number };
  }
}

/** Undefined where the changes collide, or cannot be compared in their time. */
async function mergedInTime(
  base: string,
  theirs: string,
  mine: string,
): Promise<string | undefined> {
  try {
    return await apart('mergeTexts', base, theirs, mine);
  } catch (error) {
    if (error instanceof TooMuchWorkError) return undefined;
    throw error;
  }
}

/** Two that began with different files, or none, agree only if they came to the same text. */
function sameOnBothSides(mine: string, theirs: string | undefined): string | undefined {
  return mine === theirs ? mine : undefined;
}

function conflict(
  base: MemoryVersion | undefined,
  { text, receipt }: MemorySnapshot,
  yours: string | null,
): MemoryConflictError {
  return new MemoryConflictError({
    error: 'conflict',
    message:
      'The memory was changed meanwhile, in the same place. Nothing was written: choose what should stay.',
    base: base ?? null,
    current: { text: text ?? null, ...receipt },
    yours,
  });
}
