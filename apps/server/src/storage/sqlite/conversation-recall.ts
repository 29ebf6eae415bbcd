import { recallAny } from '../../search/fuse.ts';
import { placesOf } from '../../search/phrases.ts';
import { REACH } from '../../search/candidates.ts';
import type { Passage } from '../../search/passage.ts';
import { readQuestion } from '../../search/question.ts';
import type { Neighbourhood, RecalledTurn, RecallQuery } from '../conversations.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { Database } from './database.ts';
import { text } from './row.ts';
import type { OwnerIndex } from './search-reader.ts';
import { wholeText } from './message-text.ts';

/**
 * Threads of an owner that nothing is recalled from, in the words of their index. It has to be named:
 * the planner knows no better than that the table's own order is as good.
 */
const LEFT_OUT_OF_RECALL = `SELECT id FROM thread INDEXED BY thread_left_out_of_recall
  WHERE owner = ? AND CASE WHEN json_valid(metadata) THEN
    json_extract(metadata, '$.memory_mode') IN ('off', 'temporary')
    OR json_extract(metadata, '$.recall') = 'off' END`;

/** Passages looked at closely where only a part of the time counts. */
const HITS_IN_TIME = 400;

interface Parts {
  readonly db: Database;
  readonly index: OwnerIndex;
  readonly rows: ConversationRows;
}

/** The messages that most probably answer a question, best first. */
export function recallTurns(owner: string, query: RecallQuery, parts: Parts): RecalledTurn[] {
  const { db, index, rows } = parts;
  const { asking, from, until, wordings } = query;
  const left = leftOut(db, index, owner);
  const active = from && activeSince(db, index, owner, from);
  const here = index.threadNumber(asking.threadId);
  const seen = unseenPlaces(owner, asking, rows);
  const found = recallAny(index, wordings, query.limit, {
    ...((from ?? until) && { reach: { ...REACH, hits: HITS_IN_TIME } }),
    within: {
      thread: (thread) =>
        !left.has(thread) && (active?.has(thread) ?? true) && (thread !== here || seen.size > 0),
      passage: ({ at, place, thread }: Passage) =>
        (from === undefined || at >= from.getTime()) &&
        (until === undefined || at < until.getTime()) &&
        (thread !== here || seen.has(place)),
    },
  });
  const forms = new Set(
    wordings.flatMap((each) => readQuestion(each, index).terms.flatMap(({ words }) => words)),
  );
  return turnsAt(owner, found, forms, parts);
}

/** A message and its neighbours, in order. */
export function turnsAround(
  owner: string,
  { after, asking, before, messageId, threadId }: Neighbourhood,
  parts: Parts,
): RecalledTurn[] {
  const thread = parts.index.threadNumber(threadId);
  if (thread === undefined || leftOut(parts.db, parts.index, owner).has(thread)) return [];
  const said = parts.rows.said(owner, threadId);
  const place = said.findIndex(({ message }) => message === messageId) + 1;
  if (place === 0) return [];
  const isSeen = (message: string) =>
    threadId === asking.threadId && !asking.messageIds.has(message);
  const found = said.flatMap(({ message }, at) =>
    at + 1 >= place - before && at + 1 <= place + after && !isSeen(message)
      ? [{ thread, place: at + 1 }]
      : [],
  );
  return turnsAt(owner, found, new Set(), parts);
}

interface Place {
  readonly thread: number;
  readonly place: number;
}

function turnsAt(
  owner: string,
  found: readonly Place[],
  forms: ReadonlySet<string>,
  { index, rows }: Parts,
): RecalledTurn[] {
  const ids = index.threadIds(found.map(({ thread }) => thread));
  const titles = new Map(
    rows.named(owner, [...ids.values()]).map(({ thread, title }) => [thread.threadId, title]),
  );
  return found.flatMap(({ thread, place }) => {
    const threadId = ids.get(thread);
    // A conversation whose row is damaged says so itself; it is not quoted.
    if (threadId === undefined || !titles.has(threadId)) return [];
    const message = rows.said(owner, threadId)[place - 1];
    const [passage] = index.read(thread, place, place);
    if (!message || !passage) return [];
    const whole = wholeText(message);
    return [
      {
        threadId,
        title: titles.get(threadId),
        messageId: message.message,
        speaker: message.role === 'human' ? 'person' : 'assistant',
        saidAt: new Date(passage.at),
        text: whole,
        matches: placesOf([], whole, forms),
      },
    ];
  });
}

/** Places of the asking conversation that may be found. */
function unseenPlaces(
  owner: string,
  { messageIds, threadId }: RecallQuery['asking'],
  rows: ConversationRows,
): ReadonlySet<number> {
  if (messageIds.size === 0) return new Set();
  return new Set(
    rows
      .said(owner, threadId)
      .flatMap(({ message }, at) => (messageIds.has(message) ? [at + 1] : [])),
  );
}

/** Conversations that nothing is recalled from: temporary, with memory off, or left out by the person. */
function leftOut(db: Database, index: OwnerIndex, owner: string): ReadonlySet<number> {
  const rows = db.all(LEFT_OUT_OF_RECALL, owner);
  return index.threadNumbers(rows.map((row) => text(row, 'id')));
}

function activeSince(
  db: Database,
  index: OwnerIndex,
  owner: string,
  from: Date,
): ReadonlySet<number> {
  const rows = db.all(
    'SELECT id FROM thread WHERE owner = ? AND active_at >= ?',
    owner,
    from.getTime(),
  );
  return index.threadNumbers(rows.map((row) => text(row, 'id')));
}
