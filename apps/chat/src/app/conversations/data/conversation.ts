import { isFields } from '../../session/state/message';

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
  /** Graph of the assistant that it is with; undefined where the server names none. */
  readonly graphId: string | undefined;
  /** Whether the person has left it out of what the agent finds of past conversations. */
  readonly leftOut: boolean;
}

/** Begin and end of a match, in UTF-16 units. */
export type MatchRange = readonly [start: number, end: number];

/** A message in which something was found, and what in it was looked for. */
export interface FoundTurn {
  readonly messageId: string;
  readonly speaker: 'person' | 'assistant';
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

const STATES: Readonly<Record<string, ConversationState>> = {
  idle: 'idle',
  busy: 'running',
  interrupted: 'needs-you',
  error: 'failed',
};

/** Reads a conversation off the wire; undefined when it is none. */
export function readConversation(value: unknown): Conversation | undefined {
  if (!isFields(value)) return undefined;
  const { thread_id: threadId, title, status, active_at: active } = value;
  const activeAt = new Date(typeof active === 'string' ? active : NaN);
  if (typeof threadId !== 'string' || Number.isNaN(activeAt.getTime())) return undefined;
  return {
    threadId,
    title: typeof title === 'string' && title !== '' ? title : undefined,
    state: STATES[String(status)] ?? 'idle',
    activeAt,
    temporary: value['temporary'] === true,
    graphId: typeof value['graph_id'] === 'string' ? value['graph_id'] : undefined,
    leftOut: value['left_out'] === true,
  };
}

/** Reads what a search has found off the wire; undefined when it is nothing of the kind. */
export function readHit(value: unknown): Hit | undefined {
  const conversation = readConversation(value);
  if (conversation === undefined || !isFields(value)) return undefined;
  const { has_all_words: hasAllWords, turn_count: count, turns: listed } = value;
  const turns = Array.isArray(listed) ? listed.flatMap(readTurn) : [];
  return {
    ...conversation,
    titleMatches: readRanges(value['title_matches']),
    turns,
    turnCount: typeof count === 'number' ? count : turns.length,
    hasAllWords: hasAllWords === true,
  };
}

function readTurn(value: unknown): FoundTurn[] {
  if (!isFields(value)) return [];
  const { matches, message_id: messageId, said_at: said, speaker, text } = value;
  const saidAt = new Date(typeof said === 'string' ? said : NaN);
  if (typeof text !== 'string' || typeof messageId !== 'string') return [];
  if (Number.isNaN(saidAt.getTime())) return [];
  const role = speaker === 'person' ? 'person' : 'assistant';
  return [{ messageId, speaker: role, saidAt, text, matches: readRanges(matches) }];
}

function readRanges(value: unknown): MatchRange[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((range: unknown): MatchRange[] => {
    if (!Array.isArray(range)) return [];
    const [start, end] = range as unknown[];
    return typeof start === 'number' && typeof end === 'number' ? [[start, end]] : [];
  });
}
