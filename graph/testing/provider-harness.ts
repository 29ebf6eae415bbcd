import { afterEach } from 'vitest';

import { createModel } from '../models/create-model.ts';
import { Harness } from './harness.ts';
import { RawProvider, says, type RawAnswer } from './raw-provider.ts';

/** An answer, or what makes one of the number of the model call, counted from 0. */
type Answer = RawAnswer | ((call: number) => RawAnswer);

/**
 * For a file of tests: `harness` makes an agent whose model sends these answers over real HTTP, one a
 * call, the last one for all that follow; `requests` are those that its provider was sent.
 */
export function providerHarness() {
  let provider: RawProvider | undefined;
  const stop = async () => {
    await provider?.server.stop();
    provider = undefined;
  };
  afterEach(stop);
  const harness = async (...answers: readonly Answer[]): Promise<Harness> => {
    await stop();
    provider = new RawProvider((_, call) => {
      const answer = answers[Math.min(call, answers.length - 1)] ?? says('done');
      return typeof answer === 'function' ? answer(call) : answer;
    });
    await provider.server.start();
    const env = { OPENAI_MODEL: 'local', OPENAI_BASE_URL: provider.baseUrl };
    return new Harness(createModel(env, { firstByteMs: 5_000, silenceMs: 2_000 }));
  };
  return { harness, requests: () => provider?.requests ?? [] };
}
