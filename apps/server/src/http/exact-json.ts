import { HttpError } from './http-error.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';

/** Digits or exponents long enough that a number might not survive parsing. */
const SUSPICIOUS_NUMBER = /\d{16}|\d[eE]\+?\d{3}/;

/** How deeply values may be nested; far more than messages need, far less than a stack holds. */
export const MAX_DEPTH = REQUEST_LIMITS.jsonDepth;

/**
 * Parses JSON, and refuses what could not be given back as it was sent: integers beyond 2^53
 * (JavaScript rounds them), `__proto__` keys (copying an object with one changes what it is), and
 * nesting that would exhaust the stack. Throws HttpError `malformed-body`.
 *
 * Text that is not well-formed Unicode is refused too (`invalid`, with its path): it could be neither
 * remembered, nor searched, nor sent to a model as it is.
 */
export function parseExactJson(text: string): unknown {
  const value = parse(text);
  refuseUnkept(value, 0);
  const path = illFormedAt(value);
  if (path !== undefined)
    throw new HttpError(
      'invalid',
      `The request is not valid. ${path} holds half of a Unicode pair, which is no text.`,
    );
  if (SUSPICIOUS_NUMBER.test(text)) parseWithSource(text, refuseInexact);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new HttpError('malformed-body', 'The request body is not valid JSON.', { cause: error });
  }
}

function refuseUnkept(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH)
    throw new HttpError(
      'malformed-body',
      `The request body is nested more than ${MAX_DEPTH} levels deep.`,
    );
  if (Object.hasOwn(value, '__proto__'))
    throw new HttpError('malformed-body', 'The request body has a key "__proto__". Rename it.');
  for (const item of Object.values(value)) refuseUnkept(item, depth + 1);
}

/** Where a string, or an object with such a key, is not well-formed. Its depth is checked before. */
function illFormedAt(value: unknown, path = 'body'): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value))
    return firstOf(value, (item, at) => illFormedAt(item, `${path}[${at}]`));
  if (!Object.keys(value).every((key) => key.isWellFormed())) return path;
  return firstOf(Object.entries(value), ([key, item]) => illFormedAt(item, `${path}.${key}`));
}

function firstOf<T>(
  items: readonly T[],
  look: (item: T, at: number) => string | undefined,
): string | undefined {
  for (const [at, item] of items.entries()) {
    const found = look(item, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

type SourceReviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** JSON.parse hands revivers a number's own digits; the compiler's library does not say so yet. */
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

function refuseInexact(key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const source = context.source ?? '';
  const rounded = /^-?\d+$/.test(source) && !Number.isSafeInteger(value);
  if (rounded || !Number.isFinite(value))
    throw new HttpError(
      'malformed-body',
      `The number at "${key}" is too large to be kept exactly. Send it as a string.`,
    );
  return value;
}
