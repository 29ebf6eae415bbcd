import {
  isBoolean,
  isCount,
  isInstant,
  isString,
  listOf,
  nullOr,
  oneOf,
  optional,
  shapeOf,
  type Guard,
} from './shape.ts';
import { isThreadStatus, type ThreadStatus } from './status.ts';

/** The routes under /api/conversations speak these shapes. */

/** A thread as a person recognises it. */
export interface ConversationView {
  readonly thread_id: string;
  /** The name a person gave it, else its first words; null while nothing was said. */
  readonly title: string | null;
  readonly status: ThreadStatus;
  /** Why it cannot be read, where that is so. */
  readonly error?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  /** When a turn of it last began or ended. */
  readonly active_at: string;
  /** Whether it ends by itself some minutes after it was left. */
  readonly temporary: boolean;
  /** Graph of the assistant that it is with; null where it never ran. */
  readonly graph_id: string | null;
  /** Whether it is left out of what the agent finds of past conversations. */
  readonly left_out: boolean;
}

/** Begin and end of a match, in UTF-16 units of the text that it stands in. */
export type MatchRange = readonly [start: number, end: number];

export const SPEAKERS = ['person', 'assistant'] as const;
export type Speaker = (typeof SPEAKERS)[number];

/** A message in which something was found, or an excerpt of it. */
export interface FoundTurnView {
  readonly message_id: string;
  readonly speaker: Speaker;
  readonly said_at: string;
  readonly text: string;
  readonly matches: readonly MatchRange[];
}

/** A conversation that a search has found. */
export interface ConversationHitView extends ConversationView {
  readonly title_matches: readonly MatchRange[];
  /** Whether the conversation has all that was looked for; else it is one of the closest. */
  readonly has_all_words: boolean;
  /** Those that fit best, the best first. */
  readonly turns: readonly FoundTurnView[];
  /** How many there are in all. */
  readonly turn_count: number;
}

const CONVERSATION = {
  thread_id: isString,
  title: nullOr(isString),
  status: isThreadStatus,
  error: optional(isString),
  created_at: isInstant,
  updated_at: isInstant,
  active_at: isInstant,
  temporary: isBoolean,
  graph_id: nullOr(isString),
  left_out: isBoolean,
};

const isRange: Guard<MatchRange> = (value): value is MatchRange =>
  Array.isArray(value) && value.length === 2 && value.every(isCount);

export const isConversation = shapeOf<ConversationView>(CONVERSATION);

export const isConversationHit = shapeOf<ConversationHitView>({
  ...CONVERSATION,
  title_matches: listOf(isRange),
  has_all_words: isBoolean,
  turns: listOf(
    shapeOf<FoundTurnView>({
      message_id: isString,
      speaker: oneOf(SPEAKERS),
      said_at: isInstant,
      text: isString,
      matches: listOf(isRange),
    }),
  ),
  turn_count: isCount,
});
