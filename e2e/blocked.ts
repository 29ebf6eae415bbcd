import { expect, type Page } from '@playwright/test';

import type { ChatPage } from './chat-page.ts';

/** Which assistants there are is asked by POST, and changes nothing. */
const ASSISTANTS = '/assistants/search';

/** Requests of a page that could create or change something. */
export function authoring(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const reads = request.method() === 'GET' || request.url().endsWith(ASSISTANTS);
    if (!reads) requests.push(`${request.method()} ${request.url()}`);
  });
  return requests;
}

/** The page is blocked: it says so, keeps the draft, and no request leaves. */
export async function expectBlocked(
  chat: ChatPage,
  warning: RegExp,
  requests: string[],
): Promise<void> {
  await expect(chat.scopeWarning).toHaveText(warning);
  await expect(chat.scopeWarning).toHaveAttribute('role', 'alert');
  await chat.composer.press('Enter');
  for (const suggestion of await chat.page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button')
    .all()) {
    await expect(suggestion).toBeDisabled();
  }
  expect(requests).toEqual([]);
}
