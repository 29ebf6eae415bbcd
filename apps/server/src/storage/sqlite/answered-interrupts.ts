import type { CheckpointPendingWrite } from '@langchain/langgraph-checkpoint';
import { decode } from '../decode.ts';
import type { Connection } from './connection.ts';
import { loadTrees } from './node-table.ts';
import { integer, text } from './row.ts';

/** What the library writes about a task; every other channel holds a result of it. */
const NO_RESULT = ['__error__', '__error_source_node__', '__interrupt__', '__resume__'];

/** Where a checkpoint stands. */
export interface Place {
  readonly history: number;
  readonly ns: string;
}

/**
 * The pending writes of a checkpoint without the interrupts that were answered and acted upon. The
 * library leaves them beside a checkpoint until its whole step has ended, so that a question would be
 * asked again while other tasks are under way, and after a stop.
 *
 * An interrupt is over when its task has a result. One that was raised in a subgraph is over when that
 * has gone on: there its task has a result, or a later checkpoint.
 */
export function withoutAnswered(
  db: Connection,
  place: Place,
  writes: readonly CheckpointPendingWrite[],
): CheckpointPendingWrite[] {
  if (!writes.some(([, channel]) => channel === '__interrupt__')) return [...writes];
  const finished = new Set(
    writes.filter(([, channel]) => !NO_RESULT.includes(channel)).map(([task]) => task),
  );
  const open = writes.filter(
    ([task, channel]) => channel !== '__interrupt__' || !finished.has(task),
  );
  const over = open.some(([, channel]) => channel === '__interrupt__')
    ? overInSubgraphs(db, place)
    : new Set();
  return open.flatMap((write): CheckpointPendingWrite[] => {
    const [task, channel, value] = write;
    if (channel !== '__interrupt__' || over.size === 0) return [write];
    const left = [value].flat().filter((interrupt) => !over.has(idOf(interrupt)));
    return left.length > 0 ? [[task, channel, left]] : [];
  });
}

/** Ids of interrupts that were raised in subgraphs below a checkpoint and are over there. */
function overInSubgraphs(db: Connection, { history, ns }: Place): ReadonlySet<unknown> {
  const rows = db.all(
    `SELECT body, checkpoint < (SELECT max(id) FROM checkpoint AS later
         WHERE later.history = asked.history AND later.ns = asked.ns)
       OR EXISTS (SELECT 1 FROM write AS result
         WHERE result.history = asked.history AND result.ns = asked.ns
           AND result.checkpoint = asked.checkpoint AND result.task = asked.task
           AND result.channel NOT IN (SELECT value FROM json_each(?))) AS over
     FROM write AS asked
     WHERE history = ? AND substr(ns, 1, length(?)) = ? AND ns <> '' AND channel = '__interrupt__'`,
    JSON.stringify(NO_RESULT),
    history,
    below(ns),
    below(ns),
  );
  const over = rows.filter((row) => integer(row, 'over') === 1);
  const bodies = over.map((row) => text(row, 'body'));
  return new Set(
    loadTrees(db, history, bodies)
      .flatMap((tree): unknown => decode(tree))
      .map(idOf),
  );
}

/** What the namespaces of subgraphs below this one begin with. */
function below(ns: string): string {
  return ns === '' ? '' : `${ns}|`;
}

function idOf(interrupt: unknown): unknown {
  return typeof interrupt === 'object' && interrupt !== null && 'id' in interrupt
    ? interrupt.id
    : undefined;
}
