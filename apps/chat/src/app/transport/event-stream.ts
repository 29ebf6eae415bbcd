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
  let waiting = '';
  let id: string | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      // A block may arrive in pieces, and its two line ends apart.
      const blocks = (waiting + value).split(/\r\n\r\n|\n\n|\r\r/);
      waiting = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readBlock(block, id);
        id = event.id;
        if (event.data !== undefined) yield { id, event: event.name, data: event.data };
      }
    }
  } finally {
    // A reader that stops in the middle lets go of the connection.
    await reader.cancel().catch(() => undefined);
  }
}

/** The decoder as what it is here: the library's type takes any buffer source, a body gives bytes. */
type Decoder = ReadableWritablePair<string, Uint8Array>;

interface Block {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string | undefined;
}

function readBlock(block: string, lastId: string | undefined): Block {
  let [id, name] = [lastId, 'message'];
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    else if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
  }
  return { id, name, data: data.length === 0 ? undefined : data.join('\n') };
}
