import { randomUUID } from 'node:crypto';

import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { ChatGenerationChunk } from '@langchain/core/outputs';
import {
  ChatOpenAI,
  ChatOpenAICompletions,
  type ChatOpenAIFields,
  type OpenAIClient,
} from '@langchain/openai';

import { DemoModel } from './demo/demo-model.ts';
import { providerFetch } from './provider-fetch.ts';

const DEFAULT_MODEL = 'gpt-4.1';

/** How long a provider may take; milliseconds. */
export interface ModelLimits {
  /** Until the reply begins. */
  readonly requestTimeoutMs: number;
  /** Between two pieces of a reply. */
  readonly idleTimeoutMs: number;
}

const LIMITS: ModelLimits = { requestTimeoutMs: 60_000, idleTimeoutMs: 60_000 };

/** The variables that choose a model. */
export type ModelEnvironment = Readonly<
  Partial<Record<'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'OPENAI_MODEL', string>>
>;

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
export function createModel(env: ModelEnvironment, limits: ModelLimits = LIMITS): BaseChatModel {
  const choice = choose(env);
  if (choice.kind === 'demo') return new DemoModel();
  const { model, apiKey = 'none' } = choice;
  const fields: ChatOpenAIFields = {
    model,
    apiKey,
    // One more try: the default of six keeps a person waiting for more than a minute.
    maxRetries: 1,
    onFailedAttempt: retryOutagesOnly,
    timeout: limits.requestTimeoutMs,
    // Reasoning models refuse a temperature. `streaming` stays unset: it would fetch a tokenizer.
    ...(isReasoningModel(model) ? {} : { temperature: 0 }),
    configuration: {
      fetch: providerFetch(limits.idleTimeoutMs),
      ...(choice.kind === 'compatible' ? { baseURL: choice.baseURL } : {}),
    },
  };
  if (choice.kind === 'openai')
    return new ChatOpenAI({ ...fields, completions: new SoundCompletions(fields) });
  // Straight to /chat/completions: ChatOpenAI sends some model names to an API that only OpenAI has.
  return new CompatibleCompletions({ ...fields, streamUsage: false });
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

type Streaming = OpenAIClient.Chat.ChatCompletionCreateParamsStreaming;
type Whole = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming;
type Options = OpenAIClient.RequestOptions;
type Piece = OpenAIClient.Chat.Completions.ChatCompletionChunk;
type Completion = OpenAIClient.Chat.Completions.ChatCompletion;
type Message = OpenAIClient.Chat.ChatCompletionMessageParam;

/** Chat completions from providers that leave out, or repeat, what a streamed piece should hold. */
class SoundCompletions extends ChatOpenAICompletions {
  static override lc_name(): string {
    return 'ChatOpenAI';
  }

  override completionWithRetry(
    request: Streaming,
    options?: Options,
  ): Promise<AsyncIterable<Piece>>;
  override completionWithRetry(request: Whole, options?: Options): Promise<Completion>;
  override async completionWithRetry(
    request: Streaming | Whole,
    options?: Options,
  ): Promise<AsyncIterable<Piece> | Completion> {
    const messages = request.messages.map(withoutEmptyText);
    return request.stream === true
      ? sound(await super.completionWithRetry({ ...request, messages }, options))
      : super.completionWithRetry({ ...request, messages }, options);
  }

  /** Keeps the finish reason on the message: without it, a reply cut by length looks whole. */
  override async *_streamResponseChunks(
    ...args: Parameters<ChatOpenAICompletions['_streamResponseChunks']>
  ): AsyncGenerator<ChatGenerationChunk> {
    for await (const chunk of super._streamResponseChunks(...args)) {
      const reason: unknown = chunk.generationInfo?.['finish_reason'];
      if (typeof reason === 'string') chunk.message.response_metadata['finish_reason'] = reason;
      yield chunk;
    }
  }
}

/** Files that come without words begin with an empty text, which some providers refuse. */
function withoutEmptyText(message: Message): Message {
  if (message.role !== 'user' || !Array.isArray(message.content)) return message;
  const kept = message.content.filter((part) => part.type !== 'text' || part.text !== '');
  return kept.length > 0 ? { ...message, content: kept } : message;
}

/**
 * What answers is the assistant, whether it says so or not, and each answer is a message of its own,
 * though some providers give all of them one id.
 */
async function* sound(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const id = `chatcmpl-${randomUUID()}`;
  for await (const piece of pieces) {
    // Some providers send a last piece with usage and no choices at all.
    const choices = (piece.choices as Piece['choices'] | undefined) ?? [];
    yield {
      ...piece,
      id,
      choices: choices.map((choice) => ({
        ...choice,
        delta: { ...choice.delta, role: 'assistant' },
      })),
    };
  }
}

/** The plain form of the protocol, for endpoints that refuse what OpenAI has added to it. */
class CompatibleCompletions extends SoundCompletions {
  override completionWithRetry(
    request: Streaming,
    options?: Options,
  ): Promise<AsyncIterable<Piece>>;
  override completionWithRetry(request: Whole, options?: Options): Promise<Completion>;
  override completionWithRetry(
    request: Streaming | Whole,
    options?: Options,
  ): Promise<AsyncIterable<Piece> | Completion> {
    const messages = request.messages.map(plain);
    return request.stream === true
      ? super.completionWithRetry({ ...request, messages }, options)
      : super.completionWithRetry({ ...request, messages }, options);
  }
}

/** No developer role, no names, no null content, and text as a string where it is nothing else. */
function plain(message: Message): Message {
  const { role, content } = message;
  const isText = (part: { type: string }): part is { type: 'text'; text: string } =>
    part.type === 'text';
  const text =
    Array.isArray(content) && content.every(isText)
      ? content.map((part) => part.text).join('')
      : (content ?? '');
  const kept = { ...message, role: role === 'developer' ? 'system' : role, content: text };
  if ('name' in kept) delete kept.name;
  return kept as Message;
}
