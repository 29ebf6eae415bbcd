import { getConfig } from '@langchain/langgraph';

import { memoryIsOff } from '../run-mode.ts';

/** A message of a past conversation. */
export interface PastTurn {
  readonly threadId: string;
  /** Title of its conversation. */
  readonly title: string | undefined;
  readonly messageId: string;
  readonly speaker: 'person' | 'assistant';
  readonly saidAt: Date;
  readonly text: string;
  /** Where in the text the words stand that were looked for, in UTF-16 units and in order. */
  readonly matches: readonly (readonly [start: number, end: number])[];
}

/** What may be found of the conversation in progress: messages that the model does not see any more. */
interface OutOfSight {
  readonly outOfSight: ReadonlySet<string>;
}

export interface PastSearch extends OutOfSight {
  /** One question, in one or several wordings. */
  readonly wordings: readonly string[];
  /** Only what was said from then on, and before then. */
  readonly from: Date | undefined;
  readonly until: Date | undefined;
  readonly limit: number;
}

export interface PastNeighbourhood extends OutOfSight {
  readonly threadId: string;
  readonly messageId: string;
  readonly before: number;
  readonly after: number;
}

/**
 * The past conversations of a run's owner, as a server that keeps them lets a graph search them. A
 * server hands it in under PAST_CONVERSATIONS_KEY of the run's `configurable`; one that does not,
 * such as the official server, runs an agent without that tool.
 */
export interface PastConversations {
  /** The messages that most probably answer a question, best first. */
  search(search: PastSearch): Promise<readonly PastTurn[]>;
  /** A message and its neighbours, in order. */
  around(neighbourhood: PastNeighbourhood): Promise<readonly PastTurn[]>;
}

/** A client's own keys that begin so are dropped by the server. */
export const PAST_CONVERSATIONS_KEY = '__past_conversations';

/** Those of the run in progress; undefined where there are none to be had, or memory is off. */
export function runPastConversations(): PastConversations | undefined {
  if (memoryIsOff()) return undefined;
  const given: unknown = getConfig().configurable?.[PAST_CONVERSATIONS_KEY];
  return isPastConversations(given) ? given : undefined;
}

function isPastConversations(value: unknown): value is PastConversations {
  return (
    typeof value === 'object' &&
    value !== null &&
    'search' in value &&
    typeof value.search === 'function' &&
    'around' in value &&
    typeof value.around === 'function'
  );
}
