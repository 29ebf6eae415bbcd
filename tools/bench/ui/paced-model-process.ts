/** An OpenAI-compatible endpoint that says its long answers at an even pace, and tells when it did. */
import { setTimeout as pause } from 'node:timers/promises';

import { ModelServer } from '../model-server.ts';
import { sentence } from '../scripted-model.ts';
import { chunksOf, LONG_ANSWER_MS, LONG_ANSWERS } from './long-answers.ts';
import { moment, type SourceTimes } from './source-times.ts';

const SHORT_ANSWER_CHARACTERS = 600;

const server = await ModelServer.start(async (question, say) => {
  const long = LONG_ANSWERS.find((answer) => answer.question === question);
  if (long === undefined) {
    say(sentence('', SHORT_ANSWER_CHARACTERS));
    return;
  }
  const asked = moment();
  await sayAtLength(chunksOf(long.text), say);
  const times: SourceTimes = { asked, said: moment() };
  process.send?.(times);
});
process.send?.(server.url);

/** Says as many chunks as are due, so that the pace holds however coarse the timer is. */
async function sayAtLength(chunks: readonly string[], say: (text: string) => void): Promise<void> {
  const begun = performance.now();
  for (let said = 0; said < chunks.length;) {
    const elapsed = performance.now() - begun;
    const due = Math.min(chunks.length, Math.ceil((elapsed / LONG_ANSWER_MS) * chunks.length));
    for (const chunk of chunks.slice(said, due)) say(chunk);
    said = Math.max(said, due);
    await pause(2);
  }
}
