import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';

/** A choice that is null, which the client of the protocol does not survive. */
const NO_CHOICE = /("choices"\s*:\s*\[)\s*null\b,?/;

const END = 'data: [DONE]\n\n';

/**
 * Server-sent events as OpenAI sends them: events without data are left out, blanks around data too,
 * and the last event counts even if no blank line follows it. Comments, which some providers send
 * while they wait for a model, are gone; whoever watches for silence watches before this.
 */
export function normaliseEvents(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(
      new TransformStream<string, string>({ flush: (controller) => controller.enqueue('\n\n') }),
    )
    .pipeThrough(new EventSourceParserStream())
    .pipeThrough(
      new TransformStream<EventSourceMessage, string>({
        transform({ event, data }, controller) {
          const text = data.trim();
          if (text === '') return;
          const named = event === undefined ? '' : `event: ${event}\n`;
          const whole = text.replace(NO_CHOICE, '$1').replaceAll('\n', '\ndata: ');
          controller.enqueue(`${named}data: ${whole}\n\n`);
        },
      }),
    )
    .pipeThrough(new TextEncoderStream());
}

/** A whole reply as the stream that was asked for: one event with all of it. */
export function replyAsEvents(json: string): Response {
  return new Response(`data: ${json.replaceAll(/[\r\n]+/g, ' ')}\n\n${END}`, {
    headers: { 'content-type': 'text/event-stream' },
  });
}
