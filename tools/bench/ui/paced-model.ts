import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { sentence } from '../scripted-model.ts';

/** The question that gets the long answer; every other one is answered at once. */
export const LONG_QUESTION = 'Tell me at length.';
const CHUNKS = 2_000;
const CHUNK_CHARACTERS = 4;
const LONG_ANSWER_MS = 5_000;
const SHORT_ANSWER_CHARACTERS = 600;

/** Length of the long answer, in characters. */
export const LONG_ANSWER_LENGTH = CHUNKS * CHUNK_CHARACTERS;

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** An OpenAI-compatible endpoint that says its long answer at an even pace. */
export class PacedModel {
  readonly url: string;
  /** How long the last long answer took at its source, from request to last chunk, in milliseconds. */
  longAnswerMs = 0;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  static async start(): Promise<PacedModel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const model = new PacedModel(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      model.#answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    });
    return model;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const begun = performance.now();
    const { messages } = JSON.parse(await text(request)) as ChatRequest;
    const question = messages.findLast(({ role }) => role === 'user')?.content;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    say(response, { role: 'assistant', content: '' });
    if (question === LONG_QUESTION) {
      await sayAtLength(response);
      this.longAnswerMs = performance.now() - begun;
    } else say(response, { content: sentence('', SHORT_ANSWER_CHARACTERS) });
    say(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  }
}

/** Says as many chunks as are due, so that the pace holds however coarse the timer is. */
async function sayAtLength(response: ServerResponse): Promise<void> {
  const answer = sentence('', LONG_ANSWER_LENGTH);
  const begun = performance.now();
  for (let said = 0; said < CHUNKS;) {
    const elapsed = performance.now() - begun;
    const due = Math.min(CHUNKS, Math.ceil((elapsed / LONG_ANSWER_MS) * CHUNKS));
    for (; said < due; said += 1) {
      const start = said * CHUNK_CHARACTERS;
      say(response, { content: answer.slice(start, start + CHUNK_CHARACTERS) });
    }
    await pause(2);
  }
}

function say(response: ServerResponse, delta: object, finish: string | null = null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'paced', object: 'chat.completion.chunk', created: 0, model: 'm', choices };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}
