import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { ChatOpenAI, type ChatOpenAIFields } from '@langchain/openai';

import { DemoModel } from '../demo/demo-model.ts';
import { CompatibleCompletions, NormalisedCompletions } from './completions.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { providerFetch, type ModelLimits } from './provider-fetch.ts';

const DEFAULT_MODEL = 'gpt-4.1';

/** The variables that choose a model, and say how long it may take. */
export type ModelEnvironment = Readonly<
  Partial<
    Record<
      | 'OPENAI_API_KEY'
      | 'OPENAI_BASE_URL'
      | 'OPENAI_MODEL'
      | 'MODEL_FIRST_BYTE_SECONDS'
      | 'MODEL_SILENCE_SECONDS',
      string
    >
  >
>;

/**
 * How long a provider may take, as the environment says. The defaults suit a local model on a
 * processor: ten minutes of reading a long prompt before the first word, two between words.
 * Throws when a value is no whole number of seconds.
 */
export function modelLimits(env: ModelEnvironment): ModelLimits {
  return {
    firstByteMs: seconds('MODEL_FIRST_BYTE_SECONDS', env.MODEL_FIRST_BYTE_SECONDS, 600) * 1000,
    silenceMs: seconds('MODEL_SILENCE_SECONDS', env.MODEL_SILENCE_SECONDS, 120) * 1000,
  };
}

function seconds(name: string, value: string | undefined, fallback: number): number {
  const text = set(value);
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new Error(`${name} must be a whole number of seconds from 1 to 99999.`);
  return Number(text);
}

type Choice =
  | { readonly kind: 'demo' }
  | { readonly kind: 'openai'; readonly model: string; readonly apiKey: string }
  | {
      readonly kind: 'compatible';
      readonly model: string;
      readonly apiKey: string | undefined;
      readonly baseURL: string;
    };

/**
 * The model that the environment names: OpenAI's with a key, any OpenAI-compatible endpoint with a
 * base URL, the rule-based demo model with neither. An empty variable counts as unset.
 */
export function createModel(
  env: ModelEnvironment,
  limits: ModelLimits = modelLimits(env),
): BaseChatModel {
  const choice = choose(env);
  if (choice.kind === 'demo') return new DemoModel();
  const { model, apiKey = 'none' } = choice;
  const fields: ChatOpenAIFields = {
    model,
    apiKey,
    // One more try: the default of six keeps a person waiting for more than a minute.
    maxRetries: 1,
    onFailedAttempt: retryOutagesOnly,
    timeout: limits.firstByteMs,
    // Reasoning models refuse a temperature. `streaming` stays unset: it would fetch a tokenizer.
    ...(isReasoningModel(model) ? {} : { temperature: 0 }),
    configuration: {
      fetch: guardedFetch(providerFetch(limits)),
      // The client's own variables would send further headers, and print requests on the console.
      organization: null,
      project: null,
      logLevel: 'off',
      ...(choice.kind === 'compatible' ? { baseURL: choice.baseURL } : {}),
    },
  };
  if (choice.kind === 'openai')
    return new ChatOpenAI({ ...fields, completions: new NormalisedCompletions(fields) });
  // Straight to /chat/completions: ChatOpenAI sends some model names to an API that only OpenAI has.
  return new CompatibleCompletions({ ...fields, streamUsage: false });
}

/** The same for an assistant that has a way of its own to work without a model. */
export function createModelIfSet(env: ModelEnvironment): BaseChatModel | undefined {
  return choose(env).kind === 'demo' ? undefined : createModel(env);
}

/** Which model answers, in words for the server's start line. Names no credential. */
export function describeModel(env: ModelEnvironment): string {
  const choice = choose(env);
  if (choice.kind === 'demo')
    return 'the built-in demo model (rule-based; set OPENAI_API_KEY or OPENAI_BASE_URL for a real one)';
  if (choice.kind === 'openai') return `${choice.model} by OpenAI`;
  const { origin, pathname } = new URL(choice.baseURL);
  return `${choice.model} at ${origin}${pathname}`;
}

function choose(env: ModelEnvironment): Choice {
  const apiKey = set(env.OPENAI_API_KEY);
  const baseURL = set(env.OPENAI_BASE_URL);
  const model = set(env.OPENAI_MODEL) ?? DEFAULT_MODEL;
  if (baseURL !== undefined) {
    if (!URL.canParse(baseURL))
      throw new Error('OPENAI_BASE_URL is no URL; give one such as http://127.0.0.1:11434/v1.');
    return { kind: 'compatible', model, apiKey, baseURL };
  }
  return apiKey === undefined ? { kind: 'demo' } : { kind: 'openai', model, apiKey };
}

function set(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/**
 * Only a connection that failed and a provider's own error are worth a second try. After a time-out,
 * or told to wait, a person had better hear so than look at a blank page.
 */
function retryOutagesOnly(error: unknown): void {
  if (!(error instanceof Error)) throw error;
  const status = 'status' in error ? Number(error.status) : undefined;
  const isFinal = /^(?:Timeout|Abort|ContextOverflow)Error$/.test(error.name);
  if (isFinal || (status !== undefined && status < 500)) throw error;
}

/** Whether a model refuses a temperature, by the names that OpenAI gives its reasoning models. */
function isReasoningModel(model: string): boolean {
  const name = model.split('/').at(-1) ?? model;
  return /^o\d/.test(name) || /^gpt-[5-9](?!.*chat)/.test(name) || name.includes('codex');
}
