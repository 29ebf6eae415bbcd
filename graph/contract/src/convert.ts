import {
  isBoolean,
  isCount,
  isSha256,
  isString,
  listOf,
  oneOf,
  shapeOf,
  type Guard,
} from './shape.ts';

/** Most source files of one conversion, and the most bytes of UTF-8 that one of them holds. */
export const MAX_SOURCE_FILES = 50;
export const MAX_SOURCE_BYTES = 256 * 1024;

/** A Selenium file as it was sent. */
export interface SourceFile {
  /** Its path below the folder of the tests, with `/` between folders. */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text as UTF-8, in lowercase hex. */
  readonly hash: string;
}

/** A Playwright file that was made from the sources. */
export interface OutFile {
  readonly name: string;
  readonly text: string;
}

/** What a person has to look at: work left open, a rule not followed, a premise not proven. */
export const LEDGER_KINDS = ['todo', 'rule', 'premise'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface LedgerEntry {
  /** Name of the out file. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly kind: LedgerKind;
  readonly reason: string;
}

/** The checks that every conversion passes before it is accepted. */
export const GATES = ['compiles', 'no-selenium', 'tests', 'locators'] as const;
export type Gate = (typeof GATES)[number];

/** Why a gate refuses a conversion. */
export interface Finding {
  readonly gate: Gate;
  /** Name of the out file, or of the source file where what is missing stands. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly sentence: string;
}

/** What the gates say of a conversion. */
export interface Validation {
  /** Whether no gate has a finding. Open entries of the ledger do not count. */
  readonly passed: boolean;
  readonly findings: readonly Finding[];
  readonly ledger: readonly LedgerEntry[];
}

export const isSourceFile: Guard<SourceFile> = shapeOf<SourceFile>({
  name: isString,
  text: isString,
  hash: isSha256,
});

export const isOutFile: Guard<OutFile> = shapeOf<OutFile>({ name: isString, text: isString });

export const isLedgerEntry: Guard<LedgerEntry> = shapeOf<LedgerEntry>({
  file: isString,
  line: isCount,
  kind: oneOf(LEDGER_KINDS),
  reason: isString,
});

export const isFinding: Guard<Finding> = shapeOf<Finding>({
  gate: oneOf(GATES),
  file: isString,
  line: isCount,
  sentence: isString,
});

export const isValidation: Guard<Validation> = shapeOf<Validation>({
  passed: isBoolean,
  findings: listOf(isFinding),
  ledger: listOf(isLedgerEntry),
});
