import { HttpError } from './http-error.ts';

/** Digits or exponents long enough that a number might not survive parsing. */
const SUSPICIOUS_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;

/**
 * Parses JSON, and refuses numbers that would be changed by it: JavaScript rounds integers beyond
 * 2^53, and what is stored must be what was sent.
 * Throws HttpError `malformed-body`.
 */
export function parseExactJson(text: string): unknown {
  try {
    return SUSPICIOUS_NUMBER.test(text)
      ? parseWithSource(text, refuseInexact)
      : (JSON.parse(text) as unknown);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError('malformed-body', 'The request body is not valid JSON.', { cause: error });
  }
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** JSON.parse hands revivers a number's own digits; the compiler's library does not say so yet. */
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

function refuseInexact(key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const source = context.source ?? '';
  const rounded = /^-?\d+$/.test(source) && !Number.isSafeInteger(value);
  if (rounded || !Number.isFinite(value)) {
    throw new HttpError(
      'malformed-body',
      `The number at "${key}" is too large to be kept exactly. Send it as a string.`,
    );
  }
  return value;
}
