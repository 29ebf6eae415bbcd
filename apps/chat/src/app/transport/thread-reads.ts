import { earlierMessagesIn, NEWEST_MESSAGES_QUERY } from '#contract/newest-messages';
import { isObject, isString, listOf, shapeOf } from '#contract/shape';
import { isRunStatus } from '#contract/status';

import { readRunSummary } from './run-summary';
import { bodyAs, unreadable, type ScopedRequests } from './scoped-requests';
import { isActive, type Interrupt, type RunSummary, type ThreadSnapshot } from './transport';

/** Runs read at a time: more than usually wait. */
const RUNS_PAGE = 10;
/** Messages that are read of a conversation that is opened: what the page shows at first, and some more. */
const NEWEST_MESSAGES = 60;

/**
 * Reads a thread's runs, newest first: every open one, and the newest of those that have ended. By
 * plain requests, so that opening a conversation waits for no client library. Rejects with a
 * TransportError.
 */
export async function readRuns(
  requests: ScopedRequests,
  threadPath: string,
): Promise<readonly RunSummary[]> {
  const runs: RunSummary[] = [];
  for (;;) {
    const path = `${threadPath}/runs?limit=${RUNS_PAGE}&offset=${runs.length}`;
    const page = await bodyAs(await requests.read(path), isListOfRuns);
    runs.push(...page.map(readRunSummary));
    const oldest = runs.at(-1);
    // The open ones are the newest: once an ended one is seen, there are no more.
    if (page.length < RUNS_PAGE || oldest === undefined || !isActive(oldest.status)) return runs;
  }
}

/** Reads what a thread holds now, or held at a checkpoint. Rejects with a TransportError. */
export function readState(
  requests: ScopedRequests,
  threadPath: string,
  checkpointId?: string,
): Promise<ThreadSnapshot> {
  const at = checkpointId === undefined ? '' : `/${encodeURIComponent(checkpointId)}`;
  return readSnapshot(requests, `${threadPath}/state${at}`);
}

/**
 * Reads what a thread holds now, of its messages the newest alone. A server that does not know the
 * choice answers with all of them. Rejects with a TransportError.
 */
export function readNewest(requests: ScopedRequests, threadPath: string): Promise<ThreadSnapshot> {
  return readSnapshot(requests, `${threadPath}/state?${NEWEST_MESSAGES_QUERY}=${NEWEST_MESSAGES}`);
}

async function readSnapshot(requests: ScopedRequests, path: string): Promise<ThreadSnapshot> {
  const state = await bodyAs(await requests.read(path), isObject);
  const { values, checkpoint, created_at: createdAt, next, tasks } = state;
  // What is not there cannot be told from what was not understood: an answer without it is none.
  const earlier = earlierMessagesIn(state);
  if (!Array.isArray(next) || !Array.isArray(tasks) || earlier === undefined) throw unreadable();
  return {
    // A thread that never ran has no values; the official server says so with an empty array.
    values: isObject(values) ? values : {},
    checkpointId: isObject(checkpoint) ? textOr(checkpoint['checkpoint_id']) : undefined,
    createdAt: textOr(createdAt),
    next: next.filter((name) => typeof name === 'string'),
    interrupts: tasks.flatMap(interruptsOf),
    ...(earlier.length > 0 && { earlier }),
  };
}

/** The interrupts that can be answered: an older server may give one no id. */
function interruptsOf(task: unknown): Interrupt[] {
  const interrupts = isObject(task) ? task['interrupts'] : undefined;
  if (!Array.isArray(interrupts)) return [];
  return interrupts.flatMap((interrupt: unknown) => {
    const id = isObject(interrupt) ? textOr(interrupt['id']) : undefined;
    return isObject(interrupt) && id !== undefined ? [{ id, value: interrupt['value'] }] : [];
  });
}

const isListOfRuns = listOf(
  shapeOf<Parameters<typeof readRunSummary>[0]>({ run_id: isString, status: isRunStatus }),
);

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
