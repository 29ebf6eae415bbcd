import { GraphRecursionError } from '@langchain/langgraph';

import {
  KEY_REFUSED,
  NO_CREDIT,
  PROVIDER_WORDS,
  TOO_LONG,
  UNKNOWN_MODEL,
} from './provider-words.ts';
import { ModelStalledError } from './provider-fetch.ts';
import type { Failure } from './failure.ts';
import { EmptyReplyError } from './reply.ts';

/**
 * Explains the failures that any graph can meet: its model, its provider, too many steps, a stop.
 * What belongs to one assistant is explained by its own rules first. Never throws.
 */
export function explainError(error: unknown): Failure {
  const chain = causesOf(error);
  return ownFailure(chain) ?? statusFailure(chain) ?? connectionFailure(chain) ?? INTERNAL;
}

const INTERNAL: Failure = {
  kind: 'internal',
  sentence: 'Something went wrong on the server; its log says what.',
  retryable: false,
};

/**
 * An error and everything it wraps: a deep agent wraps one four times, and steps that failed side by
 * side come together in one. Stops at a cycle.
 */
export function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  let next = error;
  while (next instanceof Error && !chain.includes(next)) {
    chain.push(next);
    next = next.cause ?? (next instanceof AggregateError ? next.errors[0] : undefined);
  }
  return chain;
}

/** Failures that have a class or a name of their own. */
function ownFailure(chain: readonly Error[]): Failure | undefined {
  const has = (type: abstract new (...args: never[]) => Error) =>
    chain.some((error) => error instanceof type);
  const named = (name: string) => chain.some((error) => error.name === name);
  if (has(ModelStalledError))
    return {
      kind: 'model-stalled',
      sentence: 'The model stopped in the middle of its answer and said no more. Try again.',
      retryable: true,
    };
  if (has(EmptyReplyError))
    return {
      kind: 'answer-empty',
      sentence: 'The model answered with nothing. Try again, or say it in other words.',
      retryable: true,
    };
  if (has(GraphRecursionError))
    return {
      kind: 'too-many-steps',
      sentence: 'The agent took too many steps without coming to an end. Ask for less at once.',
      retryable: false,
    };
  if (named('ContextOverflowError')) return TOO_LONG;
  if (named('ProviderReplyError'))
    return {
      kind: 'model-failed',
      sentence:
        'The model provider sent something that is no answer. Check OPENAI_BASE_URL, then try again.',
      retryable: true,
    };
  if (named('TimeoutError') || named('APIConnectionTimeoutError'))
    return {
      kind: 'model-timeout',
      sentence: 'The model did not begin to answer in time. Try again.',
      retryable: true,
    };
  if (named('AbortError') || named('APIUserAbortError'))
    return { kind: 'cancelled', sentence: 'The run was stopped.', retryable: true };
  return undefined;
}

interface StatusError extends Error {
  readonly status: number;
  readonly code?: unknown;
  readonly headers?: unknown;
}

function isStatusError(error: Error): error is StatusError {
  return 'status' in error && typeof error.status === 'number';
}

/**
 * What the provider answered with an HTTP status. Its words come first: providers give one reason many
 * statuses, and one status many reasons.
 */
function statusFailure(chain: readonly Error[]): Failure | undefined {
  const error = chain.find(isStatusError);
  if (!error) return undefined;
  const { status, message, code } = error;
  const said = PROVIDER_WORDS.find(({ words }) => words.test(`${codeText(code)} ${message}`));
  if (said) return said.failure;
  if (status === 401 || status === 403) return KEY_REFUSED;
  if (status === 402 || code === 'insufficient_quota' || isQuota(status, message)) return NO_CREDIT;
  if (status === 429) return busy(retryAfterSeconds(error.headers));
  if (status === 404) return UNKNOWN_MODEL;
  if (status === 413) return TOO_LONG;
  if (status >= 500)
    return {
      kind: 'model-failed',
      sentence: 'The model provider had an error of its own. Try again in a moment.',
      retryable: true,
    };
  return {
    kind: 'model-refused',
    sentence: 'The model provider refused the request; the log of this server says why.',
    retryable: false,
  };
}

function codeText(code: unknown): string {
  return typeof code === 'string' ? code : '';
}

function isQuota(status: number, message: string): boolean {
  return status === 429 && /quota|billing|credit/i.test(message);
}

function busy(seconds: number | undefined): Failure {
  const when = seconds === undefined ? 'in a moment' : `in ${seconds} s`;
  return {
    kind: 'model-busy',
    sentence: `The model provider is receiving too many requests. Try again ${when}.`,
    retryable: true,
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  };
}

/** Seconds that a Retry-After header names, as a number or as a date. */
function retryAfterSeconds(headers: unknown): number | undefined {
  const value = headers instanceof Headers ? headers.get('retry-after')?.trim() : undefined;
  if (value === undefined || value === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}

/** A connection that could not be made, or that ended before the answer did. */
function connectionFailure(chain: readonly Error[]): Failure | undefined {
  const says = (pattern: RegExp) =>
    chain.some((error) => pattern.test(error.message) || pattern.test(codeOf(error)));
  if (
    says(/fetch failed|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/)
  )
    return {
      kind: 'model-unreachable',
      sentence: 'The model provider cannot be reached. Check the network and OPENAI_BASE_URL.',
      retryable: true,
    };
  if (says(/terminated|premature|other side closed|UND_ERR_SOCKET|ECONNRESET|Connection error/i))
    return {
      kind: 'answer-cut',
      sentence: 'The connection to the model broke in the middle of its answer. Try again.',
      retryable: true,
    };
  const isProviders = chain.some((error) => /^API.*Error$/.test(error.constructor.name));
  if (isProviders || says(/No generations|empty response|malformed server-sent event/i))
    return {
      kind: 'model-failed',
      sentence: 'The model provider sent something that is no answer. Try again.',
      retryable: true,
    };
  return undefined;
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
