import { afterEach, describe, expect, it } from 'vitest';

import type { Failure } from './failure.ts';
import { explainError } from './model-error.ts';
import { createModel } from './create-model.ts';
import { Harness } from '../testing/harness.ts';
import { piece, RawProvider, says, type RawAnswer } from '../testing/raw-provider.ts';

function refuses(status: number, error: unknown, headers?: Record<string, string>): RawAnswer {
  return { status, json: { error }, ...(headers ? { headers } : {}) };
}

const CASES: readonly [string, RawAnswer, Partial<Failure>, requests: number][] = [
  [
    'a key that is not accepted',
    refuses(401, { message: 'Incorrect API key provided: sk-secret', code: 'invalid_api_key' }),
    { kind: 'model-key', retryable: false },
    1,
  ],
  [
    'no credit (402)',
    refuses(402, { message: 'Insufficient balance' }),
    { kind: 'model-quota', retryable: false },
    1,
  ],
  [
    'no quota (429)',
    refuses(429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }),
    { kind: 'model-quota', retryable: false },
    1,
  ],
  [
    'a rate limit that says when',
    refuses(
      429,
      { message: 'Rate limit reached', code: 'rate_limit_exceeded' },
      { 'retry-after': '7' },
    ),
    { kind: 'model-busy', retryable: true, retryAfterSeconds: 7 },
    1,
  ],
  [
    'a rate limit that does not',
    refuses(429, { message: 'slow down' }),
    { kind: 'model-busy', retryable: true },
    1,
  ],
  [
    'a model that is not known',
    refuses(404, { message: 'The model `x` does not exist', code: 'model_not_found' }),
    { kind: 'model-unknown', retryable: false },
    1,
  ],
  [
    'a context too long',
    refuses(400, {
      message: "This model's maximum context length is 8192 tokens",
      code: 'context_length_exceeded',
    }),
    { kind: 'context-too-long', retryable: false },
    // Once more after trying to shorten what is too short to be shortened.
    2,
  ],
  [
    'a model without tools',
    refuses(400, { message: 'registry.example/tiny does not support tools' }),
    { kind: 'model-without-tools', retryable: false },
    1,
  ],
  [
    'any other refusal',
    refuses(400, { message: 'Unrecognized argument: sk-secret' }),
    { kind: 'model-refused' },
    1,
  ],
  [
    'an error of the provider',
    refuses(500, { message: 'boom' }),
    { kind: 'model-failed', retryable: true },
    2,
  ],
  [
    'an error sent as success',
    { json: { error: { message: 'overloaded' } } },
    { kind: 'model-failed' },
    2,
  ],
  [
    'a rate limit sent as success',
    { json: { error: { message: 'slow down', code: 429 } } },
    { kind: 'model-busy' },
    1,
  ],
  [
    'an error in the middle of the stream',
    { events: [piece({ content: 'well' }), { error: { message: 'upstream died' } }] },
    { kind: 'model-failed', retryable: true },
    1,
  ],
  [
    'an answer of nothing',
    { events: [piece({}, 'stop')] },
    { kind: 'answer-empty', retryable: true },
    1,
  ],
  ['a stream of nothing at all', { events: [] }, { kind: 'model-failed', retryable: true }, 1],
  [
    'an answer that stalls',
    { events: [piece({ content: 'well' })], hangs: true },
    { kind: 'model-stalled', retryable: true },
    1,
  ],
];

describe('a provider that fails', () => {
  let provider: RawProvider | undefined;
  afterEach(() => provider?.server.stop());

  it.each(CASES)(
    'with %s is explained, and the conversation goes on',
    async (_, answer, expected, requests) => {
      let failing = true;
      provider = new RawProvider(() => (failing ? answer : says('back again')));
      await provider.server.start();
      const env = { OPENAI_BASE_URL: provider.baseUrl, OPENAI_API_KEY: 'sk-secret' };
      const harness = new Harness(createModel(env, { firstByteMs: 5_000, silenceMs: 150 }));

      const turn = await harness.say('t', 'hi');
      const failure = explainError(turn.error);
      expect(failure).toMatchObject(expected);
      expect(failure.sentence).not.toMatch(/sk-secret|https?:/);
      expect(provider.requests).toHaveLength(requests);
      // No terminal observation may pretend that the turn ended well.
      const [first, ...later] = turn.observations.map(({ phase }) => phase);
      expect([first, ...new Set(later)]).toEqual(['initial', 'model']);

      failing = false;
      expect((await harness.say('t', 'hello?')).error).toBeUndefined();
      expect(await harness.lastWords('t')).toBe('back again');
    },
  );

  it('by closing the connection in mid-answer is explained', async () => {
    provider = new RawProvider(() => says('unused'));
    provider.server.on(
      { predicate: () => true },
      { content: 'a rather long answer in many pieces' },
      { chunkSize: 4, latency: 5, truncateAfterChunks: 3 },
    );
    await provider.server.start();
    const harness = new Harness(createModel({ OPENAI_BASE_URL: `${provider.server.url}/v1` }));
    const turn = await harness.say('t', 'hi');
    expect(explainError(turn.error)).toMatchObject({ kind: 'answer-cut', retryable: true });
    expect(turn.pieces.join('')).not.toBe('');
  });

  it('by not being there is explained', async () => {
    provider = new RawProvider(() => says('unused'));
    await provider.server.start();
    const address = provider.baseUrl;
    await provider.server.stop();
    provider = undefined;
    const turn = await new Harness(createModel({ OPENAI_BASE_URL: address })).say('t', 'hi');
    expect(explainError(turn.error)).toMatchObject({ kind: 'model-unreachable', retryable: true });
  });

  it('by not answering in time is explained, and not asked twice', async () => {
    provider = new RawProvider(() => ({ silent: true }));
    await provider.server.start();
    const limits = { firstByteMs: 150, silenceMs: 150 };
    const harness = new Harness(createModel({ OPENAI_BASE_URL: provider.baseUrl }, limits));
    const turn = await harness.say('t', 'hi');
    expect(explainError(turn.error)).toMatchObject({ kind: 'model-timeout', retryable: true });
    expect(provider.requests).toHaveLength(1);
  });

  it('after the person has pressed stop is no failure of the provider', async () => {
    provider = new RawProvider(() => ({ events: [piece({ content: 'well' })], hangs: true }));
    await provider.server.start();
    const harness = new Harness(createModel({ OPENAI_BASE_URL: provider.baseUrl }));
    const stop = new AbortController();
    const turn = harness.run(
      't',
      { messages: [{ role: 'user', content: 'hi' }] },
      { signal: stop.signal },
    );
    await expect.poll(() => provider?.requests.length).toBe(1);
    stop.abort();
    expect(explainError((await turn).error)).toMatchObject({ kind: 'cancelled' });
  });
});

it('explains the first of several failures that came together', () => {
  const refused = Object.assign(new Error('x'), { status: 401 });
  const both = new AggregateError([refused, new Error('y')], 'two steps failed');
  expect(explainError(new Error('outer', { cause: both }))).toMatchObject({ kind: 'model-key' });
});

it('explains anything else without a word of it', () => {
  const cyclic = new Error('secret detail');
  cyclic.cause = cyclic;
  for (const error of [cyclic, 'text', undefined, { status: 401 }, new TypeError('x is undefined')])
    expect(explainError(error)).toMatchObject({ kind: 'internal', retryable: false });
});
