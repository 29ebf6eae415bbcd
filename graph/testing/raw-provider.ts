import { LLMock, type ChatCompletionRequest, type Mountable } from '@copilotkit/aimock';
import { text } from 'node:stream/consumers';

/** One raw HTTP answer: what a provider with habits of its own would send. */
export interface RawAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON body … */
  readonly json?: unknown;
  /** … or the data of server-sent events, a JSON value each. */
  readonly events?: readonly unknown[];
  /** … or the body itself, byte for byte, with its content type. */
  readonly body?: { readonly type: string; readonly text: string };
  /** Whether the connection stays open after the last event, and nothing more comes. */
  readonly hangs?: boolean;
  /** Whether the connection breaks after the last event. */
  readonly breaks?: boolean;
  /** Whether not even the first byte comes. */
  readonly silent?: boolean;
}

/** A provider under /raw/v1 of an aimock server that sends answers byte for byte, in order. */
export class RawProvider {
  readonly server: LLMock;
  readonly requests: ChatCompletionRequest[] = [];
  readonly #answer: (request: ChatCompletionRequest, call: number) => RawAnswer;

  /** `port` 0 takes a free one. */
  constructor(
    answer: (request: ChatCompletionRequest, call: number) => RawAnswer,
    { port = 0 }: { readonly port?: number } = {},
  ) {
    this.server = new LLMock({ port });
    this.#answer = answer;
    const mount: Mountable = {
      handleRequest: async (request, response) => {
        const body = JSON.parse(await text(request)) as ChatCompletionRequest;
        this.requests.push(body);
        const answer = this.#answer(body, this.requests.length - 1);
        const { status = 200, headers, json, events, body: plain } = answer;
        const { hangs, breaks, silent } = answer;
        if (silent) return true;
        const type = plain?.type ?? (events ? 'text/event-stream' : 'application/json');
        response.writeHead(status, { 'content-type': type, ...headers });
        if (plain) response.end(plain.text);
        else if (!events) response.end(JSON.stringify(json));
        else {
          for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
          if (breaks) setImmediate(() => response.destroy());
          else if (!hangs) response.end('data: [DONE]\n\n');
        }
        return true;
      },
    };
    this.server.mount('/raw', mount);
  }

  get baseUrl(): string {
    return `${this.server.url}/raw/v1`;
  }
}

/** A streamed piece as OpenAI forms it; `delta` and `finish_reason` as given, roles included. */
export function piece(delta: Record<string, unknown>, finish: string | null = null): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'raw',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

/** A whole streamed answer of one text. */
export function says(content: string): RawAnswer {
  return { events: [piece({ role: 'assistant', content }), piece({}, 'stop')] };
}

/** A piece that holds (part of) a tool call. */
export function callPiece(call: Record<string, unknown>, args: string): unknown {
  const { name, ...rest } = call;
  const named = name === undefined ? { arguments: args } : { name, arguments: args };
  return piece({ tool_calls: [{ index: 0, type: 'function', function: named, ...rest }] });
}
