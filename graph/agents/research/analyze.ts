import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { z } from 'zod';

import { fenceMarker } from '#graph/memory/fence';
import { loadPrompt } from '../../prompts.ts';
import { type Analysis, MOST_STATEMENTS, type Passage } from './record.ts';

const answer = z.object({
  statements: z
    .array(
      z.object({
        statement: z.string().min(1).max(4000),
        citations: z
          .array(z.object({ passage: z.int(), quote: z.string().max(4000) }))
          .max(20)
          .default([]),
      }),
    )
    .max(MOST_STATEMENTS),
});

/** The model's answer was no list of statements. */
export class UnreadableAnalysisError extends Error {
  override readonly name = 'UnreadableAnalysisError';
}

/**
 * The statements that a model makes of the passages. What it claims is verified later. Its call is told
 * to nobody who watches the run: what it says belongs into the record alone.
 */
export async function analyzeWith(
  model: BaseChatModel,
  { question, passages }: { readonly question: string; readonly passages: readonly Passage[] },
  signal: AbortSignal | undefined,
): Promise<Analysis[]> {
  const messages = [
    new SystemMessage(loadPrompt('research')),
    new HumanMessage(`${fencedPassages(passages)}\n\nQuestion: ${question}`),
  ];
  const options = { callbacks: [], tags: ['nostream', 'langsmith:nostream'] };
  const { text } = await model.invoke(messages, { ...options, ...(signal && { signal }) });
  return readAnalysis(text);
}

/** The passages as data between marks that none of them can contain. */
function fencedPassages(passages: readonly Passage[]): string {
  const marker = fenceMarker(passages.map(({ name, text }) => name + text).join('\n'));
  return passages
    .map(({ text }, at) => `<passage-${marker} number="${at}">\n${text}\n</passage-${marker}>`)
    .join('\n');
}

/** Throws UnreadableAnalysisError. */
function readAnalysis(text: string): Analysis[] {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    return answer.parse(JSON.parse(json)).statements;
  } catch (cause) {
    throw new UnreadableAnalysisError('The model did not answer with statements.', { cause });
  }
}

/** Without a model: of each passage the sentence with most words of the question, quoted as it is. */
export function analyzeByRules(question: string, passages: readonly Passage[]): Analysis[] {
  const asked = new Set(wordsOf(question));
  return passages.flatMap(({ text }, passage) => {
    const scored = sentencesOf(text).map((quote) => ({
      quote,
      score: wordsOf(quote).filter((word) => asked.has(word)).length,
    }));
    const [best] = scored.toSorted((a, b) => b.score - a.score);
    if (!best || best.score === 0) return [];
    return [{ statement: best.quote, citations: [{ passage, quote: best.quote }] }];
  });
}

function sentencesOf(text: string): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text);
  return [...segments].map(({ segment }) => segment.trim()).filter((each) => each !== '');
}

function wordsOf(text: string): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text.toLowerCase());
  // Shorter words say little of what a text is about.
  return [...segments].flatMap(({ segment, isWordLike }) =>
    isWordLike === true && segment.length > 3 ? [segment] : [],
  );
}
