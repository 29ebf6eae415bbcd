import { inject, InjectionToken } from '@angular/core';

import { RECALL_KEY, RECALL_OFF } from '#contract/recall';

import type { BrowserScope } from '../../scope/browser-scope';
import { BROWSER_SCOPE } from '../../scope/scope';
import { bodyAs, ScopedRequests, unreadable } from '../../transport/scoped-requests';
import { TransportError } from '../../transport/transport-error';
import { readConversation, readHit, type Conversation, type Hit } from './conversation';
import type { ConversationsApi, Page, PageRequest } from './conversations-api';

/** Conversations on the server that serves this page. */
export const CONVERSATIONS_API = new InjectionToken<ConversationsApi>('conversations', {
  providedIn: 'root',
  factory: () => new HttpConversationsApi(window.location.origin, inject(BROWSER_SCOPE)),
});

/** Asks by plain requests, so that a list needs none of the code that talking needs. */
export class HttpConversationsApi implements ConversationsApi {
  readonly #requests: ScopedRequests;

  /** `origin` is the page's own; the API lives under its `/api`. */
  constructor(origin: string, scope: Pick<BrowserScope, 'admit' | 'snapshot'>) {
    this.#requests = new ScopedRequests(origin, scope);
  }

  async list({ limit, offset }: PageRequest): Promise<Page<Conversation>> {
    const path = `/conversations?limit=${limit}&offset=${offset}`;
    return readPage(await this.#requests.read(path), readConversation);
  }

  async read(threadId: string): Promise<Conversation> {
    const path = `/conversations/${encodeURIComponent(threadId)}`;
    const body = await bodyAs(await this.#requests.read(path), isAnything);
    const conversation = readConversation(body);
    if (conversation === undefined) throw unreadable();
    return conversation;
  }

  async search(words: string, page: PageRequest): Promise<Page<Hit>> {
    const body = JSON.stringify({ query: words, ...page });
    const request = { method: 'POST', body };
    return readPage(await this.#requests.read('/conversations/search', request), readHit);
  }

  rename(threadId: string, title: string): Promise<void> {
    return this.#note(threadId, { title });
  }

  leaveOut(threadId: string, leftOut: boolean): Promise<void> {
    return this.#note(threadId, { [RECALL_KEY]: leftOut ? RECALL_OFF : null });
  }

  async delete(threadId: string): Promise<void> {
    try {
      const path = `/threads/${encodeURIComponent(threadId)}`;
      await this.#requests.author(path, { method: 'DELETE', keepalive: true });
    } catch (error) {
      if (!(error instanceof TransportError && error.kind === 'not-found')) throw error;
    }
  }

  async #note(threadId: string, metadata: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#requests.author(`/threads/${encodeURIComponent(threadId)}`, {
      method: 'PATCH',
      body: JSON.stringify({ metadata }),
      headers: { prefer: 'return=minimal' },
    });
  }
}

const isAnything = (value: unknown): value is unknown => value !== undefined;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

async function readPage<T>(
  response: Response,
  read: (value: unknown) => T | undefined,
): Promise<Page<T>> {
  const body = await bodyAs(response, isList);
  const items = body.map((value) => {
    const item = read(value);
    if (item === undefined) throw unreadable();
    return item;
  });
  return { items, more: response.headers.has('x-pagination-next') };
}
