import { isDeepStrictEqual } from 'node:util';
import { StorageError } from './storage-error.ts';

/** Whether a field (undefined when the item has none) passes. */
type Test = (field: unknown) => boolean;

const OPERATORS: Readonly<Record<string, (operand: unknown) => Test>> = {
  $eq: (operand) => (field) => isDeepStrictEqual(field, operand),
  $ne: (operand) => (field) => !isDeepStrictEqual(field, operand),
  $gt: (operand) => (field) => order(field, operand) > 0,
  $gte: (operand) => (field) => order(field, operand) >= 0,
  $lt: (operand) => (field) => order(field, operand) < 0,
  $lte: (operand) => (field) => order(field, operand) <= 0,
};

/**
 * Makes a predicate of a store filter: each named field equals the given value, or passes all the
 * given operators. `$ne` holds for an item without the field; the orders hold only between two
 * numbers or two strings.
 *
 * Throws `invalid` for an operator it does not know: ignoring it would find too much.
 */
export function compileFilter(
  filter: Readonly<Record<string, unknown>>,
): (value: Readonly<Record<string, unknown>>) => boolean {
  const tests = Object.entries(filter).map(([key, wanted]) => [key, compileField(wanted)] as const);
  return (value) =>
    tests.every(([key, test]) => test(Object.hasOwn(value, key) ? value[key] : undefined));
}

function compileField(wanted: unknown): Test {
  if (!isOperators(wanted)) return (field) => isDeepStrictEqual(field, wanted);
  const tests = Object.entries(wanted).map(([name, operand]) => {
    const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (!operator)
      throw new StorageError(
        'invalid',
        `Unknown filter operator ${name}. Use ${Object.keys(OPERATORS).join(', ')}.`,
      );
    return operator(operand);
  });
  return (field) => tests.every((test) => test(field));
}

function isOperators(wanted: unknown): wanted is Record<string, unknown> {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return false;
  return Object.keys(wanted).some((key) => key.startsWith('$'));
}

/** Negative, 0 or positive; NaN, for which no comparison holds, when the two have no order. */
function order(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return NaN;
}
