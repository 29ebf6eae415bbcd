import type { Corpus } from './corpus.ts';

/** Words that the conversations are made of, a few of them in most messages, as in prose. */
const VOCABULARY = 20_000;
const DAY_MS = 86_400_000;

/** Conversations of made-up words, the same at every call, and questions of four words of them. */
export function manyConversations(conversations: number, messages: number): Corpus {
  const random = generator(1);
  const text = (length: number) =>
    Array.from({ length }, () => word(Math.floor(VOCABULARY ** random()))).join(' ');
  const threads = Array.from({ length: conversations }, (_, thread) =>
    Array.from({ length: messages }, (__, place) => ({
      id: `${thread}.${place}`,
      speaker: place % 2 === 0 ? ('person' as const) : ('assistant' as const),
      at: Date.UTC(2026, 0) + thread * DAY_MS,
      text: text(20),
      beside: [],
    })),
  );
  const rare = () => word(50 + Math.floor((VOCABULARY - 50) * random() ** 3));
  const questions = Array.from({ length: 230 }, () => ({
    question: `What did we say of ${rare()} ${rare()} and ${rare()} ${rare()}?`,
    evidence: [],
  }));
  return { threads, questions };
}

/** A word of its own for each number. */
function word(number: number): string {
  const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'pra', 'sti', 'ton', 'vel', 'gar'];
  return Array.from(String(number + 100), (digit) => syllables[Number(digit)] ?? '').join('');
}

/** Numbers from 0 to below 1, the same for the same seed (a linear congruential generator). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
