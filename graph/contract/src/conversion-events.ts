import { isFinding, type Finding } from './convert.ts';
import {
  CONVERSION_STATUSES,
  CONVERTERS,
  WAYS,
  type ConversionStatus,
  type Converter,
  type Way,
} from './conversion.ts';
import { isBoolean, isCount, isString, listOf, oneOf, shapeOf, type Guard } from './shape.ts';

/** A turn has begun. */
export interface IntakeEvent {
  readonly node: 'intake';
  readonly turn: number;
  readonly attempt: 0;
  readonly conventions: readonly string[];
  /** Whether the turn goes on from the files of an earlier one. */
  readonly from_previous_turn: boolean;
}

/** An attempt is about to be converted. */
export interface ConvertEvent {
  readonly node: 'convert';
  readonly turn: number;
  readonly attempt: number;
  readonly way: Way;
  readonly by: Converter;
}

/** The gates have spoken. */
export interface ValidateEvent {
  readonly node: 'validate';
  readonly turn: number;
  readonly attempt: number;
  readonly passed: boolean;
  readonly findings: readonly Finding[];
}

/** The critic has spoken. */
export interface CritiqueEvent {
  readonly node: 'critique';
  readonly turn: number;
  readonly attempt: number;
  readonly approved: boolean;
  readonly fixes: readonly string[];
  readonly by: Converter;
}

/** The turn has ended. `attempt` is the number of attempts it took. */
export interface ReportEvent {
  readonly node: 'report';
  readonly turn: number;
  readonly attempt: number;
  readonly status: ConversionStatus;
  readonly reasons: readonly string[];
}

/** Custom events of the conversion, in the order of its steps. */
export type ConversionEvent =
  IntakeEvent | ConvertEvent | ValidateEvent | CritiqueEvent | ReportEvent;

const place = { turn: isCount, attempt: isCount };

const GUARDS: readonly Guard<ConversionEvent>[] = [
  shapeOf<IntakeEvent>({
    ...place,
    node: oneOf(['intake']),
    attempt: (value) => value === 0,
    conventions: listOf(isString),
    from_previous_turn: isBoolean,
  }),
  shapeOf<ConvertEvent>({
    ...place,
    node: oneOf(['convert']),
    way: oneOf(WAYS),
    by: oneOf(CONVERTERS),
  }),
  shapeOf<ValidateEvent>({
    ...place,
    node: oneOf(['validate']),
    passed: isBoolean,
    findings: listOf(isFinding),
  }),
  shapeOf<CritiqueEvent>({
    ...place,
    node: oneOf(['critique']),
    approved: isBoolean,
    fixes: listOf(isString),
    by: oneOf(CONVERTERS),
  }),
  shapeOf<ReportEvent>({
    ...place,
    node: oneOf(['report']),
    status: oneOf(CONVERSION_STATUSES),
    reasons: listOf(isString),
  }),
];

/** Reads a custom event of the conversion; undefined when the value is none. */
export function parseConversionEvent(value: unknown): ConversionEvent | undefined {
  for (const guard of GUARDS) if (guard(value)) return value;
  return undefined;
}
