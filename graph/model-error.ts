import { GraphRecursionError } from '@langchain/langgraph';

import { ModelStalledError } from './provider-fetch.ts';
import { EmptyReplyError } from './reply.ts';

export type FailureKind =
  | 'cancelled'
  | 'memory-unavailable'
  | 'memory-unusable'
  | 'wrong-owner'
  | 'too-many-steps'
  | 'answer-empty'
  | 'answer-cut'
  | 'context-too-long'
  | 'model-key'
  | 'model-quota'
  | 'model-busy'
  | 'model-unknown'
  | 'model-without-tools'
  | 'model-refused'
  | 'model-failed'
  | 'model-stalled'
  | 'model-timeout'
  | 'model-unreachable'
  | 'internal';

/** Why a run failed, in words a person can act on. */
export interface Failure {
  readonly kind: FailureKind;
  /** Holds nothing of the provider's own text, which may quote keys or prompts. */
  readonly sentence: string;
  /** Whether sending the same message again may succeed with nothing else changed. */
  readonly retryable: boolean;
  /** Seconds to wait first, when the provider said so. */
  readonly retryAfterSeconds?: number;
}

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
  if (named('ContextOverflowError'))
    return {
      kind: 'context-too-long',
      sentence: 'This conversation is too long for the model. Start a new one.',
      retryable: false,
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

/** What the provider answered with an HTTP status. */
function statusFailure(chain: readonly Error[]): Failure | undefined {
  const error = chain.find(isStatusError);
  if (!error) return undefined;
  const { status, message, code } = error;
  if (status === 401 || status === 403)
    return {
      kind: 'model-key',
      sentence: 'The model provider does not accept the API key. Check OPENAI_API_KEY.',
      retryable: false,
    };
  if (status === 402 || code === 'insufficient_quota' || isQuota(status, message))
    return {
      kind: 'model-quota',
      sentence: 'The account with the model provider has no credit left. Check its billing.',
      retryable: false,
    };
  if (status === 429) return busy(retryAfterSeconds(error.headers));
  if (status === 404)
    return {
      kind: 'model-unknown',
      sentence: 'The provider does not know this model. Check OPENAI_MODEL and OPENAI_BASE_URL.',
      retryable: false,
    };
  if (status >= 500)
    return {
      kind: 'model-failed',
      sentence: 'The model provider had an error of its own. Try again in a moment.',
      retryable: true,
    };
  if (/tool.?use/i.test(message) || (/\btools?\b/i.test(message) && /support/i.test(message)))
    return {
      kind: 'model-without-tools',
      sentence: 'This model cannot use tools, which the agent needs. Choose another OPENAI_MODEL.',
      retryable: false,
    };
  return {
    kind: 'model-refused',
    sentence: 'The model provider refused the request; the log says why.',
    retryable: false,
  };
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
  if (isProviders || says(/No generations|empty response/i))
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
