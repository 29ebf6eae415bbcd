import { readFileSync } from 'node:fs';

import { z } from 'zod';

import type { Corpus, Said } from './corpus.ts';

const chat = z.object({
  asked: z.string(),
  /** The part of the long answer that only this conversation has. */
  answered: z.string(),
  decided: z.string(),
  confirmed: z.string(),
  questions: z.array(
    z.object({
      evidence: z.enum(['asked', 'answered', 'decided', 'confirmed']),
      question: z.string(),
      /** The same question as a model would word it that knows the question alone. */
      wordings: z.array(z.string()),
    }),
  ),
});
type Chat = z.infer<typeof chat>;

const { chats, surroundings } = z
  .object({
    /** Paragraphs that could stand in any answer. */
    surroundings: z.array(z.string()),
    chats: z.array(chat),
  })
  .parse(JSON.parse(readFileSync(new URL('./chats.json', import.meta.url), 'utf8')));

const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2026, 0, 5, 18);
const MINUTE_MS = 60_000;

export interface WordedQuestion {
  readonly question: string;
  readonly wordings: readonly string[];
  readonly evidence: readonly string[];
}

/**
 * Chats with an assistant whose answers are long: a little of each answer is its own, the rest could
 * stand in any. Always the same.
 */
export function assistantChats(): Omit<Corpus, 'questions'> & {
  readonly questions: readonly WordedQuestion[];
} {
  return {
    threads: chats.map(threadOf),
    questions: chats.flatMap(({ questions }, number) =>
      questions.map(({ evidence, ...worded }) => ({
        ...worded,
        evidence: [`${number} ${evidence}`],
      })),
    ),
  };
}

function threadOf({ answered, asked, confirmed, decided }: Chat, number: number): Said[] {
  const start = BEGIN + number * 9 * DAY_MS;
  const said = (part: string, speaker: Said['speaker'], text: string, minute: number): Said => ({
    id: `${number} ${part}`,
    speaker,
    at: start + minute * MINUTE_MS,
    text,
    beside: [],
  });
  return [
    said('asked', 'person', asked, 0),
    said('answered', 'assistant', longAnswer(answered, number), 1),
    said('decided', 'person', decided, 6),
    said('confirmed', 'assistant', longAnswer(confirmed, number + 3), 7),
  ];
}

/** The answer in the middle of six paragraphs that say nothing of its subject. */
function longAnswer(own: string, number: number): string {
  const around = Array.from(
    { length: 6 },
    (_, at) => surroundings[(number + at) % surroundings.length] ?? '',
  );
  return [...around.slice(0, 3), own, ...around.slice(3)].join('\n\n');
}
