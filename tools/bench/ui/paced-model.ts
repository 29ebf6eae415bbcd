import { setTimeout as pause } from 'node:timers/promises';

import { ModelServer } from '../model-server.ts';
import { sentence } from '../scripted-model.ts';

/** The question that gets the long answer; every other one is answered at once. */
export const LONG_QUESTION = 'Tell me at length.';
const CHUNKS = 2_000;
const CHUNK_CHARACTERS = 4;
const LONG_ANSWER_MS = 5_000;
const SHORT_ANSWER_CHARACTERS = 600;

/** Length of the long answer, in characters. */
export const LONG_ANSWER_LENGTH = CHUNKS * CHUNK_CHARACTERS;

/** An OpenAI-compatible endpoint that says its long answer at an even pace. */
export class PacedModel {
  /** How long the last long answer took at its source, from request to last chunk, in milliseconds. */
  longAnswerMs = 0;
  #server: ModelServer | undefined;

  private constructor() {
    // Made by `start` alone, since it answers nothing before.
  }

  static async start(): Promise<PacedModel> {
    const model = new PacedModel();
    model.#server = await ModelServer.start(async (question, say) => {
      if (question !== LONG_QUESTION) {
        say(sentence('', SHORT_ANSWER_CHARACTERS));
        return;
      }
      const begun = performance.now();
      await sayAtLength(say);
      model.longAnswerMs = performance.now() - begun;
    });
    return model;
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}

/** Says as many chunks as are due, so that the pace holds however coarse the timer is. */
async function sayAtLength(say: (text: string) => void): Promise<void> {
  const answer = sentence('', LONG_ANSWER_LENGTH);
  const begun = performance.now();
  for (let said = 0; said < CHUNKS;) {
    const elapsed = performance.now() - begun;
    const due = Math.min(CHUNKS, Math.ceil((elapsed / LONG_ANSWER_MS) * CHUNKS));
    for (; said < due; said += 1) {
      const start = said * CHUNK_CHARACTERS;
      say(answer.slice(start, start + CHUNK_CHARACTERS));
    }
    await pause(2);
  }
}
