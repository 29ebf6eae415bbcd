import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { recallAny } from '#server/search/fuse';

import { assistantChats } from './assistant-chats.ts';
import { IndexedCorpora } from './corpus.ts';

const OWNER = 'owner';
const chats = assistantChats();

let corpora: IndexedCorpora;
beforeAll(async () => {
  corpora = new IndexedCorpora();
  await corpora.add(OWNER, chats.threads);
});
afterAll(() => corpora.close());

/** Questions whose evidence is not among the first so many. */
function missed(count: number, worded: 'once' | 'in several ways'): string[] {
  const index = corpora.index(OWNER);
  return chats.questions.flatMap(({ evidence, question, wordings }) => {
    const asked = worded === 'once' ? [question] : [question, ...wordings];
    const found = recallAny(index, asked, count).map((each) => corpora.idOf(OWNER, each));
    return evidence.every((id) => found.includes(id)) ? [] : [question];
  });
}

describe('recall in chats with long answers', () => {
  it('has questions enough to say something, each with one message that answers it', () => {
    const ids = new Set(chats.threads.flat().map(({ id }) => id));
    expect(chats.questions.length).toBeGreaterThanOrEqual(60);
    for (const { evidence } of chats.questions)
      expect(evidence.every((id) => ids.has(id))).toBe(true);
    const answers = chats.threads.flat().filter(({ speaker }) => speaker === 'assistant');
    for (const { text } of answers) expect(text.length).toBeGreaterThan(1000);
  });

  it('finds seventeen of twenty answers among the first ten', () => {
    const misses = missed(10, 'once');
    expect(misses.length / chats.questions.length, misses.join('\n')).toBeLessThanOrEqual(0.15);
  });

  it('finds nineteen of twenty when the question is worded in several ways', () => {
    const misses = missed(10, 'in several ways');
    expect(misses.length / chats.questions.length, misses.join('\n')).toBeLessThanOrEqual(0.05);
    expect(missed(3, 'in several ways').length).toBeLessThan(missed(3, 'once').length);
  });
});
