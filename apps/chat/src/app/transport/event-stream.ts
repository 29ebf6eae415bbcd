import { createParser } from 'eventsource-parser';

/** One server-sent event. */
export interface ServerEvent {
  /** Position in the stream, to go on from; undefined until the server has named one. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events from a body as it arrives. The browser's own EventSource cannot send a
 * header, and the scope must not stand in an address. What an aborted connection leaves unfinished
 * is dropped. Rejects as the body does.
 */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncIterable<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as Decoder).getReader();
  const arrived: ServerEvent[] = [];
  // An event without an id of its own stands at the last one that was named.
  let id: string | undefined;
  const parser = createParser({
    onId: (named) => void (id = named),
    onEvent: ({ event = 'message', data }) => void arrived.push({ id, event, data }),
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
      yield* arrived.splice(0);
    }
  } finally {
    // A reader that stops in the middle lets go of the connection.
    await reader.cancel().catch(() => undefined);
  }
}

/** The decoder as what it is here: the library's type takes any buffer source, a body gives bytes. */
type Decoder = ReadableWritablePair<string, Uint8Array>;
