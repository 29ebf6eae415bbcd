import type { CheckpointLink } from '../../transport/transport';

/** Where one version of a message stands among all of them, and what to show for its neighbours. */
export interface VersionPlace {
  /** From 1. */
  readonly number: number;
  readonly count: number;
  /** Checkpoint with which the version before, or after, this one ends; undefined at either end. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** A turn: one message of the person's, and the checkpoints of the runs that answered it. */
interface Turn {
  readonly messageId: string;
  /** Checkpoint from which the turn went on. */
  readonly origin: string;
  /** Its oldest checkpoint that is known. */
  readonly first: string;
}

/**
 * The checkpoint to go on from so that a message, and all that followed it, is left out; undefined
 * when the history does not say. `shown` is the checkpoint whose state is on the page.
 */
export function originOf(
  links: readonly CheckpointLink[],
  shown: string | undefined,
  messageId: string,
): string | undefined {
  return turnsAlong(indexed(links), shown ?? links[0]?.checkpointId).find(
    (turn) => turn.messageId === messageId,
  )?.origin;
}

/** The messages of the shown branch that have other versions, by id. */
export function versionsAlong(
  links: readonly CheckpointLink[],
  shown: string | undefined,
): ReadonlyMap<string, VersionPlace> {
  const byId = indexed(links);
  const siblings = new Map<string, Turn[]>();
  // Links are told newest first; versions are counted from the oldest.
  for (const turn of allTurns(byId, links.toReversed())) {
    const versions = siblings.get(turn.origin) ?? [];
    // A message that failed and was tried again is one version: that of its last try.
    const others = versions.filter(({ messageId }) => messageId !== turn.messageId);
    siblings.set(turn.origin, [...others, turn]);
  }
  const ends = newestBelow(links);
  const end = (turn: Turn | undefined) => turn && ends.get(turn.first);
  const places = new Map<string, VersionPlace>();
  for (const turn of turnsAlong(byId, shown ?? links[0]?.checkpointId)) {
    const versions = siblings.get(turn.origin) ?? [];
    const place = versions.findIndex(({ messageId }) => messageId === turn.messageId);
    if (versions.length < 2) continue;
    places.set(turn.messageId, {
      number: place + 1,
      count: versions.length,
      previous: end(versions[place - 1]),
      next: end(versions[place + 1]),
    });
  }
  return places;
}

type Links = ReadonlyMap<string, CheckpointLink>;

function indexed(links: readonly CheckpointLink[]): Links {
  return new Map(links.map((link) => [link.checkpointId, link]));
}

/** The turns of one branch, newest first. */
function turnsAlong(byId: Links, end: string | undefined): Turn[] {
  const turns: Turn[] = [];
  let link = end === undefined ? undefined : byId.get(end);
  while (link !== undefined) {
    const turn = turnOf(byId, link);
    if (turn === undefined) {
      // An answer to a question, or a change of settings: part of the turn before it.
      link = parentOf(byId, link);
      continue;
    }
    turns.push(turn);
    link = byId.get(turn.origin);
  }
  return turns;
}

/** Each turn once, by its oldest checkpoint, in the order of the links. */
function allTurns(byId: Links, links: readonly CheckpointLink[]): Turn[] {
  const found = new Map<string, Turn>();
  for (const link of links) {
    const turn = turnOf(byId, link);
    if (turn !== undefined && !found.has(turn.first)) found.set(turn.first, turn);
  }
  return [...found.values()];
}

/**
 * The turn that a checkpoint belongs to by the message it names. The thread's very first checkpoint
 * belongs to none: it stands before its message was taken in.
 */
function turnOf(byId: Links, link: CheckpointLink): Turn | undefined {
  const { messageId } = link;
  if (messageId === undefined) return undefined;
  let first = link;
  let up = parentOf(byId, first);
  while (up?.messageId === messageId && up.parentId !== undefined) {
    first = up;
    up = parentOf(byId, first);
  }
  return up && { messageId, origin: up.checkpointId, first: first.checkpointId };
}

function parentOf(byId: Links, { parentId }: CheckpointLink): CheckpointLink | undefined {
  return parentId === undefined ? undefined : byId.get(parentId);
}

/**
 * The newest checkpoint at or below each one. Parents are older than their children, and links come
 * newest first, so what is below a checkpoint is known before it is met.
 */
function newestBelow(links: readonly CheckpointLink[]): ReadonlyMap<string, string> {
  const newest = new Map<string, string>();
  for (const { checkpointId, parentId } of links) {
    const own = newest.get(checkpointId) ?? checkpointId;
    newest.set(checkpointId, own);
    if (parentId !== undefined && (newest.get(parentId) ?? '') < own) newest.set(parentId, own);
  }
  return newest;
}
