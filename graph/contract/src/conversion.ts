import {
  isFinding,
  isLedgerEntry,
  isOutFile,
  isSourceFile,
  type Finding,
  type LedgerEntry,
  type OutFile,
  type SourceFile,
} from './convert.ts';
import {
  isBoolean,
  isCount,
  isString,
  listOf,
  nullOr,
  oneOf,
  shapeOf,
  type Guard,
} from './shape.ts';

/** Graph (assistant) id of the conversion. */
export const CONVERT_GRAPH_ID = 'convert';

/** Most attempts of one turn. */
export const MAX_ATTEMPTS = 3;

/** What a turn ends in. */
export const CONVERSION_STATUSES = ['accepted', 'needs-review'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** Who converts and criticizes: a model, or the fixed rules alone. */
export const CONVERTERS = ['model', 'rules'] as const;
export type Converter = (typeof CONVERTERS)[number];

/** What an attempt starts from: the source, the draft with its faults, or the previous turn's files. */
export const WAYS = ['first', 'revision_feedback', 'refinement_feedback'] as const;
export type Way = (typeof WAYS)[number];

/** What the critic says of a draft. */
export interface Critique {
  readonly approved: boolean;
  /** What is to be changed, one sentence each. */
  readonly fixes: readonly string[];
  readonly by: Converter;
}

/** One attempt of a turn, as it ended. */
export interface Attempt {
  /** Counted from 1. */
  readonly attempt: number;
  readonly way: Way;
  /** Whether every gate let it pass. */
  readonly passed: boolean;
  readonly findings: readonly Finding[];
  readonly critique: Critique;
}

/** What a turn came to. */
export interface ConversionReport {
  readonly turn: number;
  readonly status: ConversionStatus;
  /** Why a person has to look; none when the status is `accepted`. */
  readonly reasons: readonly string[];
  readonly converter: Converter;
  readonly attempts: readonly Attempt[];
  /** What the gates still find in the result. */
  readonly findings: readonly Finding[];
  readonly ledger: readonly LedgerEntry[];
}

/** A file as a client sends it. */
export interface Upload {
  readonly name: string;
  readonly text: string;
}

/**
 * The input of a turn; every key may be left out. On a thread that has a result, `{ refinement }`
 * alone is a full input. A message without any of the other keys is a question or a remark: it is
 * answered, and becomes no instruction.
 */
export interface ConversionInput {
  /** The newest bytes of source files. */
  readonly uploads?: readonly Upload[];
  /** One instruction. */
  readonly refinement?: string;
  /** The whole list of instructions, as the person edited it. */
  readonly conventions?: readonly string[];
  /** Files of the result that the person edited by hand: they become the baseline. */
  readonly adopted?: readonly OutFile[];
  /** Where the sender writes the result; the server keeps the words and opens no such path. */
  readonly out?: string;
}

/** What a thread's `values` say of its conversion. */
export interface Conversion {
  /** The turn that the result is of; 1 until a second one has ended. */
  readonly turn: number;
  /** The instruction of the turn that has not been taken yet, or "". */
  readonly refinement: string;
  /** Every instruction in force, oldest first. */
  readonly conventions: readonly string[];
  readonly sources: readonly SourceFile[];
  /** Where the sender writes the result, in its own words; "" when it said nothing. */
  readonly out: string;
  /** The previous turn's output; empty in the first. */
  readonly baseline: readonly OutFile[];
  /** The newest turn's output; empty until one has ended. */
  readonly result: readonly OutFile[];
  readonly report: ConversionReport | null;
}

export const isCritique: Guard<Critique> = shapeOf<Critique>({
  approved: isBoolean,
  fixes: listOf(isString),
  by: oneOf(CONVERTERS),
});

export const isAttempt: Guard<Attempt> = shapeOf<Attempt>({
  attempt: isCount,
  way: oneOf(WAYS),
  passed: isBoolean,
  findings: listOf(isFinding),
  critique: isCritique,
});

export const isReport: Guard<ConversionReport> = shapeOf<ConversionReport>({
  turn: isCount,
  status: oneOf(CONVERSION_STATUSES),
  reasons: listOf(isString),
  converter: oneOf(CONVERTERS),
  attempts: listOf(isAttempt),
  findings: listOf(isFinding),
  ledger: listOf(isLedgerEntry),
});

const FIELDS: { readonly [K in keyof Conversion]: Guard<Conversion[K]> } = {
  turn: isCount,
  refinement: isString,
  conventions: listOf(isString),
  sources: listOf(isSourceFile),
  out: isString,
  baseline: listOf(isOutFile),
  result: listOf(isOutFile),
  report: nullOr(isReport),
};

/** A thread on which nothing has been converted. */
export const NO_CONVERSION: Conversion = {
  turn: 1,
  refinement: '',
  conventions: [],
  sources: [],
  out: '',
  baseline: [],
  result: [],
  report: null,
};

/**
 * Reads what a thread's `values` say of its conversion. Keys that are missing stand for a thread on
 * which nothing has been converted; undefined when one that is there is not what it should be.
 */
export function readConversion(values: unknown): Conversion | undefined {
  if (typeof values !== 'object' || values === null) return undefined;
  const given = Object.fromEntries(
    Object.keys(FIELDS).flatMap((key) => {
      const value: unknown = Reflect.get(values, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const whole: unknown = { ...NO_CONVERSION, ...given };
  return isConversion(whole) ? whole : undefined;
}

const isConversion: Guard<Conversion> = shapeOf<Conversion>(FIELDS);
