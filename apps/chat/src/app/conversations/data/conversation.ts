import {
  isConversation,
  isConversationHit,
  type ConversationView,
  type MatchRange,
  type Speaker,
} from '#contract/conversation';
import type { ThreadStatus } from '#contract/status';

/** Where a conversation stands, as far as a person is concerned. */
export type ConversationState = 'idle' | 'running' | 'needs-you' | 'failed';

/** A conversation as a list shows it. */
export interface Conversation {
  readonly threadId: string;
  /** The name a person gave it, else its first words; undefined while nothing was said. */
  readonly title: string | undefined;
  readonly state: ConversationState;
  /** When a turn of it last began or ended. */
  readonly activeAt: Date;
  /** Whether it ends by itself some minutes after it was left. */
  readonly temporary: boolean;
  /** Graph of the assistant that it is with; undefined while it never ran. */
  readonly graphId: string | undefined;
  /** Whether the person has left it out of what the agent finds of past conversations. */
  readonly leftOut: boolean;
}

/** A message in which something was found, and what in it was looked for. */
export interface FoundTurn {
  readonly messageId: string;
  readonly speaker: Speaker;
  readonly saidAt: Date;
  readonly text: string;
  readonly matches: readonly MatchRange[];
}

/** A conversation that a search has found, and where the words stand in it. */
export interface Hit extends Conversation {
  readonly titleMatches: readonly MatchRange[];
  /** Those that fit best, the best first. */
  readonly turns: readonly FoundTurn[];
  /** How many there are in all. */
  readonly turnCount: number;
  /** Whether the conversation has all that was looked for; else it is one of the closest. */
  readonly hasAllWords: boolean;
}

/** The words by which a message was found, as they stand in it. */
export function wordsFound({ matches, text }: FoundTurn): string[] {
  return matches.map(([start, end]) => text.slice(start, end));
}

/** What stands for the title of a conversation in which nothing was said yet. */
export const UNTITLED = $localize`New conversation`;

const STATES: Readonly<Record<ThreadStatus, ConversationState>> = {
  idle: 'idle',
  busy: 'running',
  interrupted: 'needs-you',
  error: 'failed',
};

/** Reads a conversation off the wire; undefined when it is none. */
export function readConversation(value: unknown): Conversation | undefined {
  return isConversation(value) ? conversationOf(value) : undefined;
}

/** Reads what a search has found off the wire; undefined when it is nothing of the kind. */
export function readHit(value: unknown): Hit | undefined {
  if (!isConversationHit(value)) return undefined;
  return {
    ...conversationOf(value),
    titleMatches: value.title_matches,
    turns: value.turns.map(({ matches, message_id, said_at, speaker, text }) => ({
      messageId: message_id,
      speaker,
      saidAt: new Date(said_at),
      text,
      matches,
    })),
    turnCount: value.turn_count,
    hasAllWords: value.has_all_words,
  };
}

function conversationOf(view: ConversationView): Conversation {
  return {
    threadId: view.thread_id,
    title: view.title === null || view.title === '' ? undefined : view.title,
    state: STATES[view.status],
    activeAt: new Date(view.active_at),
    temporary: view.temporary,
    graphId: view.graph_id ?? undefined,
    leftOut: view.left_out,
  };
}
