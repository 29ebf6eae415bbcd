import type { Page } from '@playwright/test';

import { piece, RawProvider, says, type RawAnswer } from '#graph/testing/raw-provider';

import { ChatPage } from './chat-page.ts';
import { openChat } from './open-chat.ts';
import { freePort } from './server-process.ts';
import { expect, test, type Stack } from './stack.ts';

const KEY = 'not-a-real-key';
const WORDS = 'How is the weather at Bozeman today?';

const refuses = (status: number, error: unknown, headers = {}): RawAnswer => ({
  status,
  headers,
  json: { error },
});

const TOO_LONG = 'finds the conversation too long';

/** What a provider does, and what the person is told. */
const FAILURES: readonly [string, RawAnswer, RegExp][] = [
  [
    'refuses the key',
    refuses(401, { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' }),
    /does not accept the API key.*OPENAI_API_KEY/,
  ],
  [
    'has no credit left for this account',
    refuses(429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }),
    /no credit left.*billing/,
  ],
  [
    'is asked for payment first',
    refuses(402, { message: 'Insufficient balance' }),
    /no credit left.*billing/,
  ],
  [
    'is asked too often, and says when to come back',
    refuses(429, { message: 'Rate limit reached' }, { 'retry-after': '7' }),
    /too many requests.*in 7 s/,
  ],
  [
    'does not know the model',
    refuses(404, { message: 'The model `x` does not exist', code: 'model_not_found' }),
    /does not know this model.*OPENAI_MODEL/,
  ],
  [
    TOO_LONG,
    refuses(400, {
      message: "This model's maximum context length is 8192 tokens",
      code: 'context_length_exceeded',
    }),
    /too long for the model.*Start a new one/,
  ],
  [
    'has a model without tools',
    refuses(400, { message: 'registry.example/tiny does not support tools' }),
    /cannot use tools.*OPENAI_MODEL/,
  ],
  ['answers with nothing', { events: [piece({}, 'stop')] }, /answered with nothing/],
  [
    'breaks off in mid-answer',
    { events: [piece({ role: 'assistant', content: 'It is rather' })], breaks: true },
    /broke in the middle of its answer/,
  ],
  ['fails by itself', refuses(500, { message: 'boom' }), /an error of its own/],
];

function openWith(provider: string, stack: Stack, page: Page): Promise<ChatPage> {
  const env = { OPENAI_BASE_URL: provider, OPENAI_API_KEY: KEY };
  return openChat(page, stack, { env });
}

async function expectFailure(chat: ChatPage, sentence: RegExp): Promise<void> {
  await chat.composer.fill(WORDS);
  await chat.composer.press('Enter');
  await expect(chat.page.getByRole('alert')).toHaveText(sentence);
  await expect(chat.composer).toHaveValue('');
  await expect(chat.page.getByRole('article').getByText(WORDS)).toHaveCount(1);
  await expect(chat.source).toHaveAttribute('data-source', 'unavailable');
  await expect(chat.saved).toHaveCount(0);
  await expect(chat.page.getByText(KEY)).toHaveCount(0);
}

/** What failed, tried again, gets its answer. */
async function expectNextTurn(chat: ChatPage): Promise<void> {
  await chat.page.getByRole('button', { name: 'Try again' }).click();
  await chat.expectSaved();
  await expect(chat.page.getByRole('alert')).toHaveCount(0);
  await expect(chat.lastAnswer()).toContainText('Clear and calm');
  await expect(chat.source).toHaveAttribute('data-source', 'live');
}

test.describe('a model provider that', () => {
  // A conversation that is too long is not tried again: it has a test of its own below.
  for (const [what, answer, sentence] of FAILURES.filter(([what]) => what !== TOO_LONG)) {
    test(`${what} is explained, the words stay, and trying again works`, async ({
      page,
      stack,
    }) => {
      let failing = true;
      const provider = new RawProvider(() => (failing ? answer : says('Clear and calm.')));
      await provider.server.start();
      const chat = await openWith(provider.baseUrl, stack, page);
      await expectFailure(chat, sentence);
      failing = false;
      await expectNextTurn(chat);
      await provider.server.stop();
    });
  }

  test('says when to come back has its seconds counted down, and then can be asked again', async ({
    page,
    stack,
  }) => {
    let failing = true;
    const answer = refuses(429, { message: 'Rate limit reached' }, { 'retry-after': '30' });
    const provider = new RawProvider(() => (failing ? answer : says('Clear and calm.')));
    await provider.server.start();
    await page.clock.install();
    const chat = await openWith(provider.baseUrl, stack, page);
    await expectFailure(chat, /in 30 s/);
    const again = page.getByRole('button', { name: 'Try again', exact: true });
    await expect(again).toBeDisabled();
    await page.clock.runFor(10_000);
    await expect(again).toContainText(/in (1\d|20) s/);
    await page.clock.runFor(20_000);
    await expect(again).toHaveText('Try again');
    failing = false;
    await again.click();
    await chat.expectSaved();
    await provider.server.stop();
  });

  test('finds the conversation too long leads to a new one, with the words', async ({
    page,
    stack,
  }) => {
    const [, answer, sentence] = FAILURES.find(([what]) => what === TOO_LONG) ?? [];
    if (answer === undefined || sentence === undefined) throw new Error('no such failure');
    const provider = new RawProvider(() => answer);
    await provider.server.start();
    const chat = await openWith(provider.baseUrl, stack, page);
    await expectFailure(chat, sentence);
    await page.getByRole('button', { name: 'Start a new conversation' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(chat.composer).toHaveValue(WORDS);
    await expect(chat.composer).toBeFocused();
    await provider.server.stop();
  });

  test('cannot be reached is explained, the draft stays, and the next turn works', async ({
    page,
    stack,
  }) => {
    const port = await freePort();
    const chat = await openWith(`http://127.0.0.1:${port}/raw/v1`, stack, page);
    await expectFailure(chat, /cannot be reached.*OPENAI_BASE_URL/);
    const provider = new RawProvider(() => says('Clear and calm.'), { port });
    await provider.server.start();
    await expectNextTurn(chat);
    await provider.server.stop();
  });
});
