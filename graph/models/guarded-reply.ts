import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';

import { redact, redactJson, textsIn, type Confidential } from './redact.ts';

/** Headers of a provider's reply that mean something to its client; all others stay outside. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'retry-after-ms', 'x-should-retry'];

/** A text of an error is read to that many bytes. */
const MAX_ERROR_BYTES = 64 * 1024;

const guarded = new WeakSet<Headers>();

/** Whether an error of the provider's client holds nothing but what was redacted. */
export function isGuarded(error: object): boolean {
  return 'headers' in error && error.headers instanceof Headers && guarded.has(error.headers);
}

/** What a request carries that its reply may not repeat outside: the key, and all that was said. */
export function confidentialIn(init: RequestInit | undefined): Confidential {
  const authorization = new Headers(init?.headers).get('authorization') ?? '';
  const key = authorization.replace(/^bearer\s+/i, '');
  return { keys: key === '' ? [] : [key], sent: sentIn(init?.body) };
}

function sentIn(body: RequestInit['body']): string[] {
  if (typeof body !== 'string') return [];
  try {
    const request = JSON.parse(body) as Record<string, unknown>;
    // Names and tools are the same in every request, and what an error is often about.
    const said = Object.entries(request).filter(([key]) => key !== 'tools' && key !== 'model');
    return said.flatMap(([, value]) => textsIn(value));
  } catch {
    return [body];
  }
}

/** The reply with another body, its headers those that are kept, and no words in its status line. */
export function guardedReply(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: string | ReadableStream<Uint8Array> | null,
): Response {
  const kept = KEPT_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null || value.length > 200 ? [] : [[name, value]];
  });
  const reply = new Response(body, { status, headers: kept });
  guarded.add(reply.headers);
  return reply;
}

/** The text of an error, at most its beginning. */
export async function errorText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ERROR_BYTES) break;
  }
  return text.slice(0, MAX_ERROR_BYTES);
}

/** An error's text without what is confidential: JSON stays JSON. */
export function redactedText(text: string, confidential: Confidential): string {
  const parsed = parse(text);
  return parsed === undefined
    ? redact(text, confidential)
    : JSON.stringify(redactJson(parsed.value, confidential));
}

const BROKEN = JSON.stringify({ error: { message: 'A piece of the reply was no JSON.' } });

/**
 * Server-sent events of a provider, as they come: an error among them is redacted, and a piece that is
 * no JSON, which its client would quote in an error and on the console, becomes an error of ours.
 */
export function guardedEvents(
  body: ReadableStream<Uint8Array>,
  confidential: () => Confidential,
): ReadableStream<Uint8Array> {
  return body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .pipeThrough(
      new TransformStream<EventSourceMessage, string>({
        transform({ event, data }, controller) {
          const named =
            event !== undefined && /^[\w.-]{1,60}$/.test(event) ? `event: ${event}\n` : '';
          const guardedData = guardData(data.trim(), event, confidential);
          controller.enqueue(`${named}data: ${guardedData.replaceAll('\n', '\ndata: ')}\n\n`);
        },
      }),
    )
    .pipeThrough(new TextEncoderStream());
}

function guardData(
  data: string,
  event: string | undefined,
  confidential: () => Confidential,
): string {
  if (data.startsWith('[DONE]')) return data;
  const parsed = parse(data);
  if (parsed === undefined) return BROKEN;
  return event === 'error' || tellsOfError(parsed.value)
    ? JSON.stringify(redactJson(parsed.value, confidential()))
    : data;
}

function tellsOfError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if ('error' in value && Boolean(value.error)) return true;
  return 'type' in value && (value.type === 'error' || value.type === 'response.failed');
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The text of a whole reply, which its client would quote if it were no JSON. Throws nothing. */
export function isJson(text: string): boolean {
  return parse(text) !== undefined;
}
