import { decodeSharing } from '../decode.ts';
import { encode } from '../encode.ts';
import { parseTree } from '../serializer.ts';
import type { ThreadRow } from '../storage.ts';
import type { Tag } from '../tree.ts';
import { EVENTS_OF } from '../thread-events.ts';
import type { Connection } from './connection.ts';
import {
  deleteHistory,
  deleteNode,
  findHistory,
  type HistoryKey,
  loadTrees,
  openHistory,
  references,
  referencesOf,
  storeTree,
} from './node-table.ts';
import { integer, text } from './row.ts';

type ThreadKey = Pick<ThreadRow, 'owner' | 'threadId'>;

/**
 * Event data as references to nodes, so that a state told a hundred times is stored once. A
 * thread's events have nodes of their own, apart from its checkpoints': they are dropped at other
 * times, and neither has to be searched for the sake of the other.
 *
 * Everything but `unfold` only inside `write`.
 */
export class EventBodies {
  readonly #log: Connection;
  /** Messages read before, as long as their nodes are kept in memory. */
  readonly #messages = new WeakMap<Tag, unknown>();

  constructor(log: Connection) {
    this.#log = log;
  }

  fold(of: ThreadKey, data: unknown): string {
    return storeTree(this.#log, openHistory(this.#log, keyOf(of)), encode(data)).text;
  }

  unfold(of: ThreadKey, body: string): unknown {
    const history = findHistory(this.#log, keyOf(of));
    const tree = history === undefined ? parseTree(body) : loadTrees(this.#log, history, [body])[0];
    return decodeSharing(tree ?? null, this.#messages);
  }

  /** Erases every node of the thread's events. */
  erase(of: ThreadKey, connection: Connection): void {
    deleteHistory(connection, keyOf(of));
  }

  /** Erases the nodes that none of the thread's remaining events refers to. */
  sweep(of: ThreadKey, connection: Connection): void {
    const history = findHistory(connection, keyOf(of));
    if (history === undefined) return;
    const rows = connection.all(
      `SELECT event.* FROM run JOIN event ON event.run = run.id
       WHERE run.owner = ? AND run.thread = ?`,
      of.owner,
      of.threadId,
    );
    if (rows.length === 0) {
      this.erase(of, connection);
      return;
    }
    const used = new Set<number>();
    const open = rows.flatMap((row) =>
      references(text(connection.damage.verified('event', row), 'body')),
    );
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (used.has(id)) continue;
      used.add(id);
      open.push(...referencesOf(connection, id));
    }
    for (const row of connection.all('SELECT id FROM node WHERE history = ?', history)) {
      const id = integer(row, 'id');
      if (!used.has(id)) deleteNode(connection, history, id);
    }
  }
}

/** A thread's events have a history of their own; thread ids are UUIDs, so no name is taken twice. */
function keyOf({ owner, threadId }: ThreadKey): HistoryKey {
  return { owner, thread: `${EVENTS_OF}${threadId}` };
}
