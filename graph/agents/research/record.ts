import { z } from 'zod';

import type { RecordKind } from '../../work/records.ts';

/** The stages of a piece of research, in order. A record's stage is the one that is to be done next. */
export const STAGES = ['discover', 'analyze', 'verify', 'report', 'completed'] as const;
export type Stage = (typeof STAGES)[number];

/** Greatest number of passages that a question is answered from, and of statements made of them. */
export const MOST_PASSAGES = 12;
export const MOST_STATEMENTS = 24;

const offset = z.int().min(0);
const short = z.string().max(4000);

/** Text of a document: `text.slice(start, end) === quote`, of the text that has this hash. */
const place = {
  document: z.string().max(64),
  name: short,
  hash: z.string().max(64),
  extractor: z.string().max(200),
  start: offset,
  end: offset,
};
const passage = z.strictObject({ ...place, text: short });
const verifiedQuote = z.strictObject({ ...place, quote: short });
const claim = z.strictObject({ passage: z.int(), quote: short });
const analysis = z.strictObject({ statement: short, citations: z.array(claim).max(20) });
const statement = z.strictObject({
  statement: short,
  supported: z.boolean(),
  citations: z.array(verifiedQuote).max(20),
});

const record = z.strictObject({
  question: z.string().min(1).max(2000),
  stage: z.enum(STAGES),
  passages: z.array(passage).max(MOST_PASSAGES),
  /** Who made the statements; null until that is done. */
  by: z.enum(['fixed rules', 'model']).nullable(),
  analyses: z.array(analysis).max(MOST_STATEMENTS),
  /** What the verification found: the statements, and a note on each citation that it removed. */
  verified: z.array(statement).max(MOST_STATEMENTS),
  notes: z.array(short).max(500),
  report: z.string().max(200_000).nullable(),
});

export type ResearchRecord = z.infer<typeof record>;
export type Passage = z.infer<typeof passage>;
export type Analysis = z.infer<typeof analysis>;
export type VerifiedStatement = z.infer<typeof statement>;

/** There is no message list in it, and no key but these is stored. */
export const RESEARCH: RecordKind<ResearchRecord> = { name: 'research', schema: record };

/** A record at its beginning. */
export function newResearch(question: string): ResearchRecord {
  return {
    question,
    stage: 'discover',
    passages: [],
    by: null,
    analyses: [],
    verified: [],
    notes: [],
    report: null,
  };
}

/** How much a record holds, in numbers: all that is told of it outside. */
export interface ResearchCounts {
  readonly passages: number;
  readonly statements: number;
  readonly supported: number;
  readonly removed_citations: number;
}

export function countsOf({ passages, analyses, verified, notes }: ResearchRecord): ResearchCounts {
  return {
    passages: passages.length,
    statements: analyses.length,
    supported: verified.filter(({ supported }) => supported).length,
    removed_citations: notes.length,
  };
}
