import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/**
 * A model endpoint over real HTTP whose answers stop in the middle until the test lets them go on:
 * so a test is in mid-answer for as long as it needs, whatever the machine's speed.
 */
export class HeldModel implements AsyncDisposable {
  /** Settings under which a server uses this endpoint. */
  readonly env: Readonly<Record<string, string>>;
  /** What each request asked, oldest first. */
  readonly asked: string[] = [];
  readonly #server;
  readonly #gates = new Map<string, PromiseWithResolvers<undefined>>();

  private constructor(server: ReturnType<typeof createServer>, port: number) {
    this.#server = server;
    this.env = {
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: 'not-a-real-key',
    };
  }

  static async start(): Promise<HeldModel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const model = new HeldModel(server, (server.address() as AddressInfo).port);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      model.#answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    });
    return model;
  }

  /** What is said of a question before the answer is held. */
  static begun(question: string): string {
    return `I begin to answer “${question}”`;
  }

  /** The whole answer to a question. */
  static whole(question: string): string {
    return `${HeldModel.begun(question)}, and here I end.`;
  }

  /** Lets the answers to this question go on, those to come too. */
  release(question: string): void {
    this.#gate(question).resolve(undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #gate(question: string): PromiseWithResolvers<undefined> {
    const gate = this.#gates.get(question) ?? Promise.withResolvers<undefined>();
    this.#gates.set(question, gate);
    return gate;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { messages } = JSON.parse(await text(request)) as ChatRequest;
    const question = String(messages.findLast(({ role }) => role === 'user')?.content);
    this.asked.push(question);
    const id = `answer-${this.asked.length}`;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const say = (delta: object, finish: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      const chunk = { id, object: 'chat.completion.chunk', created: 0, model: 'held', choices };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    const [begun, whole] = [HeldModel.begun(question), HeldModel.whole(question)];
    say({ role: 'assistant', content: '' });
    for (const word of begun.match(/\S+\s*/g) ?? []) say({ content: word });
    await this.#gate(question).promise;
    say({ content: whole.slice(begun.length) });
    say({}, 'stop');
    response.end('data: [DONE]\n\n');
  }
}
