import { fetch as undiciFetch, Agent } from 'undici';

import { normaliseEvents, replyAsEvents } from './provider-events.ts';
import { ProviderReplyError } from './normalise-reply.ts';

/** How long a provider may take, in milliseconds. */
export interface ModelLimits {
  /** Until the first byte of the reply's body. */
  readonly firstByteMs: number;
  /** Between two pieces of a reply. */
  readonly silenceMs: number;
}

/** A reply began and then nothing more came for a while. */
export class ModelStalledError extends Error {
  override readonly name = 'ModelStalledError';
  readonly silentMs: number;
  constructor(silentMs: number) {
    super(`The model fell silent for ${silentMs / 1000} s in the middle of its answer.`);
    this.silentMs = silentMs;
  }
}

/** Nothing came of a reply in the time that a provider has to begin it. */
export class ModelTimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Without the time limits of the HTTP client, which are shorter than a slow model's first word. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/**
 * `fetch` for model providers, whose replies come in the form that OpenAI gives them. A body that does
 * not begin in time ends in ModelTimeoutError and one that goes silent in ModelStalledError; an error
 * sent with status 200 is given an error's status, so that it cannot be taken for an empty answer; a
 * whole answer where a stream was asked for becomes one; a web page ends in ProviderReplyError.
 */
export function providerFetch(limits: ModelLimits): typeof fetch {
  return async (input, init) => {
    const response = (await undiciFetch(
      input as Parameters<typeof undiciFetch>[0],
      { ...init, dispatcher: patient } as Parameters<typeof undiciFetch>[1],
    )) as unknown as Response;
    const body = response.body && watched(response.body, limits);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && type.includes('text/html')) throw await webPage(body);
    if (response.ok && type.includes('json'))
      return honest(response, body, asksForStream(init?.body));
    if (response.ok && body && type.includes('event-stream'))
      return replaced(response, normaliseEvents(body));
    return replaced(response, body);
  };
}

async function webPage(body: ReadableStream<Uint8Array> | null): Promise<ProviderReplyError> {
  await body?.cancel();
  return new ProviderReplyError('The provider sent a web page.');
}

function asksForStream(body: unknown): boolean {
  return typeof body === 'string' && /"stream":\s*true/.test(body);
}

/** A JSON reply read whole: with the status that its content deserves, as a stream where one is due. */
async function honest(
  response: Response,
  body: ReadableStream<Uint8Array> | null,
  streaming: boolean,
): Promise<Response> {
  const text = await new Response(body).text();
  const failed = bodyErrorStatus(text);
  if (failed === undefined && streaming) return replyAsEvents(text);
  return replaced(response, text, failed);
}

/** The response with another body: plain, as what encoded the old one has been undone. */
function replaced(
  { status, statusText, headers }: Response,
  body: ReadableStream<Uint8Array> | string | null,
  instead?: number,
): Response {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  return new Response(body, { status: instead ?? status, statusText, headers: kept });
}

/** The status that a body's error names, or 502; undefined when the body holds no error. */
function bodyErrorStatus(text: string): number | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body) || !body.error)
      return undefined;
    const { error } = body;
    const code = typeof error === 'object' && 'code' in error ? Number(error.code) : NaN;
    return code >= 400 && code <= 599 ? code : 502;
  } catch {
    // No JSON after all: the client says so in its own words.
    return undefined;
  }
}

function watched(
  body: ReadableStream<Uint8Array>,
  { firstByteMs, silenceMs }: ModelLimits,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let begun = false;
  const tooLate = () =>
    begun ? new ModelStalledError(silenceMs) : new ModelTimeoutError('The model did not begin.');
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { promise: silence, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(tooLate()), begun ? silenceMs : firstByteMs);
      try {
        const { done, value } = await Promise.race([reader.read(), silence]);
        begun = true;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        // The connection is given up; how it ends is nobody's concern any more.
        await reader.cancel(error).catch(() => undefined);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
