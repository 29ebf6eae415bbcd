import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** Answers a question by calling `say` for each chunk; the answer ends when it resolves. */
export type Answer = (question: unknown, say: (text: string) => void) => Promise<void>;

/** An OpenAI-compatible endpoint, over real HTTP, that streams what `answer` says. */
export class ModelServer {
  readonly url: string;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  static async start(answer: Answer): Promise<ModelServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      reply(request, response, answer).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    });
    return new ModelServer(server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const { messages } = JSON.parse(await text(request)) as ChatRequest;
  const question = messages.findLast(({ role }) => role === 'user')?.content;
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  write(response, { role: 'assistant', content: '' });
  await answer(question, (content) => write(response, { content }));
  write(response, {}, 'stop');
  response.end('data: [DONE]\n\n');
}

function write(response: ServerResponse, delta: object, finish: string | null = null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'paced', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}
