import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatGenerationChunk } from '@langchain/core/outputs';
import { ChatOpenAICompletions, type OpenAIClient } from '@langchain/openai';

import {
  normaliseCompletion,
  normalisePieces,
  type Completion,
  type Piece,
} from './normalise-reply.ts';
import { nextPolicy, withThoughts, type ThoughtPolicy } from './thoughts.ts';
import { sendable } from './sendable.ts';

type Streaming = OpenAIClient.Chat.ChatCompletionCreateParamsStreaming;
type Whole = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming;
type Options = OpenAIClient.RequestOptions;
type Message = OpenAIClient.Chat.ChatCompletionMessageParam;
type StreamArguments = Parameters<ChatOpenAICompletions['_streamResponseChunks']>;

/** Chat completions with providers that leave out, repeat or rename what the protocol says. */
export class NormalisedCompletions extends ChatOpenAICompletions {
  /** What the messages of a call thought, by the options of that call. */
  readonly #thoughts = new WeakMap<object, readonly (string | undefined)[]>();
  #policy: ThoughtPolicy = 'with-calls';

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
    const messages = request.messages.map((message) => sendable(this.adapt(message)));
    if (request.stream !== true)
      return normaliseCompletion(
        await super.completionWithRetry({ ...request, messages }, options),
      );
    const thoughts = options === undefined ? undefined : this.#thoughts.get(options);
    return normalisePieces(await this.#stream({ ...request, messages }, thoughts, options));
  }

  /** Changes a message for the endpoint; here it stays as it is. */
  protected adapt(message: Message): Message {
    return message;
  }

  override async *_streamResponseChunks(
    messages: StreamArguments[0],
    options: StreamArguments[1],
    runManager?: StreamArguments[2],
  ): AsyncGenerator<ChatGenerationChunk> {
    const own = { ...options };
    this.#thoughts.set(
      own,
      messages.filter((message) => AIMessage.isInstance(message)).map(thoughtOf),
    );
    const clock = new ThoughtClock();
    for await (const chunk of super._streamResponseChunks(messages, own, runManager)) {
      const { response_metadata: metadata } = chunk.message;
      // Kept on the message: without it, a reply cut by length looks whole.
      const reason: unknown = chunk.generationInfo?.['finish_reason'];
      if (typeof reason === 'string') metadata['finish_reason'] = reason;
      const thoughtMs = clock.hear(chunk);
      if (thoughtMs !== undefined) metadata['thought_ms'] = thoughtMs;
      yield chunk;
    }
  }

  /** Some providers demand their thoughts back and some refuse them; which, only a refusal tells. */
  async #stream(
    request: Streaming,
    thoughts: readonly (string | undefined)[] | undefined,
    options: Options | undefined,
  ): Promise<AsyncIterable<Piece>> {
    const send = (policy: ThoughtPolicy) =>
      super.completionWithRetry(
        { ...request, messages: withThoughts(request.messages, thoughts ?? [], policy) },
        options,
      );
    for (let policy = this.#policy; ;) {
      try {
        const stream = await send(policy);
        this.#policy = policy;
        return stream;
      } catch (error) {
        const next = nextPolicy(error, policy);
        if (next === undefined) throw error;
        policy = next;
      }
    }
  }
}

/** The plain form of the protocol, for endpoints that refuse what OpenAI has added to it. */
export class CompatibleCompletions extends NormalisedCompletions {
  /** No developer role, no names, no null content, and text as a string where it is nothing else. */
  protected override adapt(message: Message): Message {
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
}

function thoughtOf(message: BaseMessage): string | undefined {
  const thought: unknown = message.additional_kwargs['reasoning_content'];
  return typeof thought === 'string' && thought !== '' ? thought : undefined;
}

/** Measures how long a model thought before it began to answer. */
class ThoughtClock {
  #began: number | undefined;
  #told = false;

  /** The time in milliseconds, once: with the first piece that is no thought. */
  hear({ message, text }: ChatGenerationChunk): number | undefined {
    if (thoughtOf(message) !== undefined) this.#began ??= Date.now();
    const calls: unknown = Reflect.get(message, 'tool_call_chunks');
    const answers = text !== '' || (Array.isArray(calls) && calls.length > 0);
    if (this.#told || this.#began === undefined || !answers) return undefined;
    this.#told = true;
    return Date.now() - this.#began;
  }
}
