import type { BaseMessage } from '@langchain/core/messages';
import { Annotation, MessagesAnnotation } from '@langchain/langgraph';

import type { Attempt, ConversionReport, Critique, Upload } from '#contract/conversion';
import type { LedgerEntry, OutFile, SourceFile, Validation } from '#contract/convert';
import { tidyConventions } from '#contract/conventions';

/**
 * A turn between its intake and its report. What it changes becomes the thread's when it is reported:
 * a turn that is stopped leaves instructions, baseline and result as they were.
 */
export interface OpenTurn {
  readonly turn: number;
  /** The instructions that were in force, and the one of this turn. */
  readonly conventions: readonly string[];
  /** The previous turn's files, with what the person edited in them by hand. */
  readonly baseline: readonly OutFile[];
  /** What the fixed rules make of the sources now. */
  readonly rewritten: readonly OutFile[];
}

/** An attempt as a turn may end with it. */
export interface Candidate {
  readonly draft: readonly OutFile[];
  readonly notes: readonly LedgerEntry[];
  readonly validation: Validation | null;
  readonly critique: Critique | null;
}

function latest<Value>(initial: () => Value) {
  return Annotation<Value>({ reducer: (_, next) => next, default: initial });
}

/** What a turn may be sent. */
const input = {
  ...MessagesAnnotation.spec,
  uploads: latest<readonly Upload[]>(() => []),
  refinement: latest(() => ''),
  conventions: Annotation<readonly string[], readonly string[]>({
    reducer: (_, next) => tidyConventions(next),
    default: () => [],
  }),
  adopted: latest<readonly OutFile[]>(() => []),
  out: latest(() => ''),
};

export const ConversionInputState = Annotation.Root(input);

/** The names of what a turn may be sent. */
export const INPUT_KEYS: readonly string[] = Object.keys(input);

export const ConversionState = Annotation.Root({
  ...input,
  sources: latest<readonly SourceFile[]>(() => []),
  turn: latest(() => 1),
  baseline: latest<readonly OutFile[]>(() => []),
  result: latest<readonly OutFile[]>(() => []),
  /** What the fixed rules made of the sources when `result` was made: what differs is by hand or by a model. */
  rewritten: latest<readonly OutFile[]>(() => []),
  report: latest<ConversionReport | null>(() => null),
  /** Id of the newest message that a turn has taken in, so that none is taken in twice. */
  heard: latest(() => ''),
  open: latest<OpenTurn | null>(() => null),
  attempt: latest(() => 0),
  attempts: latest<readonly Attempt[]>(() => []),
  draft: latest<readonly OutFile[]>(() => []),
  /** What the fixed rules have to say of the draft, beside what is left open in its text. */
  notes: latest<readonly LedgerEntry[]>(() => []),
  validation: latest<Validation | null>(() => null),
  critique: latest<Critique | null>(() => null),
  /** Of this turn's attempts the one that the gates found least in; the latest of several. */
  best: latest<Candidate | null>(() => null),
});

export type State = typeof ConversionState.State;
export type Update = Partial<Omit<State, 'messages'>> & { messages?: BaseMessage[] };

/** The turn that is under way. Throws when none is: the graph's first step opens it. */
export function openTurn({ open }: Pick<State, 'open'>): OpenTurn {
  if (open === null) throw new Error('No turn of the conversion is open.');
  return open;
}
