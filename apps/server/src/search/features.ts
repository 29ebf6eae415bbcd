import { type Counts, counterOf, saturated, spread } from './evidence.ts';
import type { PassageIndex } from './passage-index.ts';
import type { Passage } from './passage.ts';
import { dateFit } from './question-date.ts';
import type { Question } from './question.ts';

/** What speaks for a passage as an answer, each about 0 to 2. Their weights are in weights.ts. */
export const FEATURES = [
  'spread',
  'turn',
  'turnSquared',
  'session',
  'coverage',
  'speaker',
  'date',
  'pairs',
  'timeForWhen',
  'numberForHowMany',
  'afterQuestion',
  'questionBefore',
  'asks',
  'self',
  'reply',
  'namesForWhich',
  'quotationForWhich',
] as const;

export type Features = Readonly<Record<(typeof FEATURES)[number], number>>;

export interface Candidate {
  readonly passage: Passage;
  readonly features: Features;
}

/** Weighs what is in some stretches of conversations against a question. */
export function readFeatures(
  question: Question,
  stretches: readonly (readonly Passage[])[],
  index: PassageIndex,
): Candidate[] {
  const average = index.words / (index.passages || 1) || 1;
  const count = counterOf(question);
  const read = stretches.map((passages) => ({ passages, counts: passages.map(count) }));
  const best = bestOfThreads(question, read, average);
  return read.flatMap(({ passages, counts }) => {
    const evidence = evidenceIn(question, counts, average);
    return passages.map((passage, at) => ({
      passage,
      features: featuresOf(question, passages, at, {
        ...evidence,
        pairs: counts[at]?.pairs ?? 0,
        session: best.get(passage.thread) ?? 0,
      }),
    }));
  });
}

/** Per conversation, the greatest worth of each term in any of its passages, summed. */
function bestOfThreads(
  question: Question,
  read: readonly { readonly passages: readonly Passage[]; readonly counts: readonly Counts[] }[],
  average: number,
): Map<number, number> {
  const best = new Map<number, Float64Array>();
  for (const { passages, counts } of read)
    for (const [at, { terms, words }] of counts.entries()) {
      const thread = passages[at]?.thread ?? 0;
      const most = best.get(thread) ?? new Float64Array(question.terms.length);
      for (const [term, found] of terms.entries())
        most[term] = Math.max(most[term] ?? 0, saturated(found, words, average));
      best.set(thread, most);
    }
  const weights = question.terms.map(({ weight }) => weight);
  const sum = (most: Float64Array) =>
    most.reduce((total, worth, term) => total + worth * (weights[term] ?? 0), 0);
  return new Map([...best].map(([thread, most]) => [thread, sum(most)]));
}

interface Evidence {
  /** Of each passage: its own terms, those that reach it, and the share of terms that do. */
  readonly turn: Float64Array;
  readonly spread: Float64Array;
  readonly coverage: Float64Array;
}

function evidenceIn(question: Question, counts: readonly Counts[], average: number): Evidence {
  const sums = () => new Float64Array(counts.length);
  const evidence = { turn: sums(), spread: sums(), coverage: sums() };
  const add = (sum: Float64Array, at: number, value: number) => {
    sum[at] = (sum[at] ?? 0) + value;
  };
  for (const [term, { weight }] of question.terms.entries()) {
    const worth = Float64Array.from(counts, ({ terms, words }) =>
      saturated(terms[term] ?? 0, words, average),
    );
    for (const [at, reached] of spread(worth).entries()) {
      add(evidence.turn, at, weight * (worth[at] ?? 0));
      add(evidence.spread, at, weight * reached);
      if (reached > 0) add(evidence.coverage, at, 1 / question.terms.length);
    }
  }
  return evidence;
}

function featuresOf(
  question: Question,
  passages: readonly Passage[],
  at: number,
  found: Evidence & { readonly pairs: number; readonly session: number },
): Features {
  const passage = passages[at];
  if (!passage) throw new RangeError('no passage at that place');
  const { traits } = passage;
  const turn = found.turn[at] ?? 0;
  const answers = passages[at - 1]?.traits.asks === true;
  return {
    spread: found.spread[at] ?? 0,
    turn,
    turnSquared: turn ** 2,
    session: found.session,
    coverage: found.coverage[at] ?? 0,
    speaker: Number(passage.speaker === question.speaker),
    date: question.date ? dateFit(question.date, passage.at) : 0,
    pairs: found.pairs,
    timeForWhen: Number(question.asksWhen && traits.time),
    numberForHowMany: Number(question.asksHowMany && traits.number),
    afterQuestion: Number(answers),
    questionBefore: answers ? (found.turn[at - 1] ?? 0) : 0,
    asks: Number(traits.asks),
    self: Number(traits.self),
    reply: Number(traits.reply),
    namesForWhich: question.asksWhich ? traits.names / 3 : 0,
    quotationForWhich: Number(question.asksWhich && traits.quotation),
  };
}
