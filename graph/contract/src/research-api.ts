import {
  isBoolean,
  isCount,
  isInstant,
  isObject,
  isString,
  listOf,
  nullOr,
  shapeOf,
  type Guard,
} from './shape.ts';

/** The routes under /api/research and /api/documents speak these shapes; docs/research.md lists them. */

/** The stages of a piece of research, in order; a record's stage is the one to be done next. */
export const RESEARCH_STAGES = ['discover', 'analyze', 'verify', 'report', 'completed'] as const;

/** A record as a list shows it. */
export interface ResearchSummary {
  readonly id: string;
  readonly question: string;
  readonly stage: string;
  readonly done: boolean;
  /** Whether a run is at it. */
  readonly running: boolean;
  readonly saved_at: string;
  /** Of the record as JSON. */
  readonly bytes: number;
}

/** A stretch of a document's text, in UTF-16 units. */
export interface DocumentPlace {
  readonly document: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** A quotation that stands to the letter at its place. */
export interface VerifiedQuote extends DocumentPlace {
  readonly quote: string;
}

export interface ResearchStatement {
  readonly statement: string;
  readonly supported: boolean;
  readonly citations: readonly VerifiedQuote[];
}

/** What a record holds, as far as a page shows it. */
export interface ResearchContents {
  readonly passages: readonly DocumentPlace[];
  readonly by: string | null;
  readonly verified: readonly ResearchStatement[];
  readonly notes: readonly string[];
}

export interface ResearchView extends ResearchSummary {
  readonly record: ResearchContents;
}

/** A document of the owner, without its text. */
export interface DocumentSummary {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly length: number;
}

export interface FoundPassage {
  readonly document: DocumentSummary;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const summaryFields = {
  id: isString,
  question: isString,
  stage: isString,
  done: isBoolean,
  running: isBoolean,
  saved_at: isInstant,
  bytes: isCount,
};
const placeFields = { document: isString, name: isString, start: isCount, end: isCount };

export const isResearchSummary: Guard<ResearchSummary> = shapeOf<ResearchSummary>(summaryFields);

const isContents = shapeOf<ResearchContents>({
  passages: listOf(shapeOf<DocumentPlace>(placeFields)),
  by: nullOr(isString),
  verified: listOf(
    shapeOf<ResearchStatement>({
      statement: isString,
      supported: isBoolean,
      citations: listOf(shapeOf<VerifiedQuote>({ ...placeFields, quote: isString })),
    }),
  ),
  notes: listOf(isString),
});

export const isResearchView: Guard<ResearchView> = shapeOf<ResearchView>({
  ...summaryFields,
  record: isContents,
});

export const isDocumentSummary: Guard<DocumentSummary> = shapeOf<DocumentSummary>({
  id: isString,
  name: isString,
  bytes: isCount,
  length: isCount,
});

export const isFoundPassage: Guard<FoundPassage> = shapeOf<FoundPassage>({
  document: isDocumentSummary,
  start: isCount,
  end: isCount,
  text: isString,
});

/** Whether a value is a document with its text. */
export const isDocumentText: Guard<{ readonly text: string }> = (
  value,
): value is { readonly text: string } => isObject(value) && isString(value['text']);
