import type { RunSummary, SentMessage } from '../../transport/transport';
import type { TransportError } from '../../transport/transport-error';

/** A message that the person has sent and that no turn has taken up yet. */
export interface QueuedMessage extends SentMessage {
  /** The run that will, or would have, taken it up; undefined until the server has accepted it. */
  readonly runId: string | undefined;
  readonly standing:
    /** On its way to the server. */
    | 'sending'
    /** The server keeps it, and will begin with it by itself. */
    | 'waiting'
    /** It was called off, and the server has not yet confirmed that. */
    | 'cancelling'
    /** The server does not have it; the words are kept here alone. */
    | 'unsent';
  /** Why it was not sent, or could not be called off. */
  readonly problem: string | undefined;
}

export type Queue = readonly QueuedMessage[];

export type QueueEvent =
  | { readonly type: 'queue-sent'; readonly message: SentMessage }
  | { readonly type: 'queue-accepted'; readonly id: string; readonly runId: string }
  | { readonly type: 'queue-unsent'; readonly id: string; readonly error: TransportError }
  /** A message that interrupts was accepted: the words of all that waited before it stand in the conversation. */
  | { readonly type: 'queue-set-aside'; readonly by: string }
  | { readonly type: 'queue-cancel-asked'; readonly id: string }
  | { readonly type: 'queue-cancel-failed'; readonly id: string; readonly error: TransportError }
  | { readonly type: 'queue-removed'; readonly id: string }
  /** What the server keeps, in order. `known`: the ids that waited here when it was asked. */
  | {
      readonly type: 'queue-read';
      readonly waiting: readonly RunSummary[];
      readonly known: ReadonlySet<string>;
    };

/** The next queue. Pure. */
export function reduceQueue(queue: Queue, event: QueueEvent): Queue {
  switch (event.type) {
    case 'queue-sent':
      return [
        ...queue.filter(({ id }) => id !== event.message.id),
        { ...event.message, runId: undefined, standing: 'sending', problem: undefined },
      ];
    case 'queue-accepted':
      return change(queue, event.id, { runId: event.runId, standing: 'waiting' });
    case 'queue-unsent':
      return change(queue, event.id, {
        standing: 'unsent',
        problem: $localize`Not sent: ${event.error.message}:problem:`,
      });
    case 'queue-set-aside':
      return setAside(queue, event.by);
    case 'queue-cancel-asked':
      return change(queue, event.id, { standing: 'cancelling', problem: undefined });
    case 'queue-cancel-failed':
      return change(queue, event.id, {
        standing: 'waiting',
        problem: $localize`Not cancelled: ${event.error.message}:problem:`,
      });
    case 'queue-removed':
      return queue.filter(({ id }) => id !== event.id);
    case 'queue-read':
      return readQueue(queue, event.waiting, event.known);
  }
}

function change(queue: Queue, id: string, changes: Partial<QueuedMessage>): Queue {
  return queue.map((message) => (message.id === id ? { ...message, ...changes } : message));
}

function setAside(queue: Queue, by: string): Queue {
  const place = queue.findIndex(({ id }) => id === by);
  return queue.filter(({ runId }, at) => at >= place || runId === undefined);
}

/**
 * Takes the server's word for what waits. Kept beside it: what only this page has, and what was
 * accepted after the server was asked.
 */
function readQueue(
  queue: Queue,
  waiting: readonly RunSummary[],
  known: ReadonlySet<string>,
): Queue {
  const here = new Map(queue.map((message) => [message.id, message]));
  const told = waiting.flatMap(({ runId, sent }): QueuedMessage[] => {
    if (sent === undefined) return [];
    const before = here.get(sent.id);
    const cancelling = before?.standing === 'cancelling';
    const problem = before?.standing === 'unsent' ? undefined : before?.problem;
    return [{ ...sent, runId, standing: cancelling ? 'cancelling' : 'waiting', problem }];
  });
  const ids = new Set(told.map(({ id }) => id));
  const kept = queue.filter(
    ({ id, standing }) =>
      !ids.has(id) && (standing === 'sending' || standing === 'unsent' || !known.has(id)),
  );
  return [...told, ...kept];
}
