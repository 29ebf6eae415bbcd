import type { Page } from '@playwright/test';

import { ChatPage } from './chat-page.ts';
import { HeldModel } from './held-model.ts';
import type { Stack } from './stack.ts';

/** Where answers come from: settings under which a server uses a model endpoint. */
interface ModelAt {
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the test's server, on that model or else on the demo model, and opens the app in the page. */
export async function openChat(page: Page, stack: Stack, model?: ModelAt): Promise<ChatPage> {
  if (model) stack.configure(model.env);
  await stack.start();
  await page.goto(stack.url);
  return new ChatPage(page);
}

/** The same, and asks: returns when the answer has begun and is held in the middle. */
export async function openInMidAnswer(
  page: Page,
  stack: Stack,
  model: HeldModel,
  question: string,
): Promise<ChatPage> {
  const chat = await openChat(page, stack, model);
  await chat.send(question);
  await chat.expectTranscript([question, HeldModel.begun(question)]);
  return chat;
}
