import { inject, InjectionToken } from '@angular/core';

import type { BrowserScope } from '../scope/browser-scope';
import { BROWSER_SCOPE } from '../scope/scope';
import { toTransportError, TransportError } from '../transport/transport-error';
import { readConversation, readHit, type Conversation, type Hit } from './conversation';
import type { ConversationsApi, Page, PageRequest } from './conversations-api';

/** Conversations on the server that serves this page. */
export const CONVERSATIONS_API = new InjectionToken<ConversationsApi>('conversations', {
  providedIn: 'root',
  factory: () => new HttpConversationsApi(window.location.origin, inject(BROWSER_SCOPE)),
});

/** An answer that refuses, in the shape by which failures of a request are recognised. */
class RefusedAnswer extends Error {
  readonly status: number;
  readonly text: string;

  constructor(status: number, text: string) {
    super(`status ${status}`);
    this.status = status;
    this.text = text;
  }
}

/** Asks by plain requests, so that a list needs none of the code that talking needs. */
export class HttpConversationsApi implements ConversationsApi {
  readonly #api: string;
  readonly #scope: Pick<BrowserScope, 'admit' | 'snapshot'>;

  /** `origin` is the page's own; the API lives under its `/api`. */
  constructor(origin: string, scope: Pick<BrowserScope, 'admit' | 'snapshot'>) {
    this.#api = `${origin}/api`;
    this.#scope = scope;
  }

  async list({ limit, offset }: PageRequest): Promise<Page<Conversation>> {
    const answer = await this.#read(`/conversations?limit=${limit}&offset=${offset}`);
    return readPage(answer, readConversation);
  }

  async read(threadId: string): Promise<Conversation> {
    const answer = await this.#read(`/conversations/${encodeURIComponent(threadId)}`);
    const conversation = readConversation(answer.body);
    if (conversation === undefined) throw unreadable();
    return conversation;
  }

  async search(words: string, page: PageRequest): Promise<Page<Hit>> {
    const body = JSON.stringify({ query: words, ...page });
    return readPage(await this.#read('/conversations/search', { method: 'POST', body }), readHit);
  }

  async rename(threadId: string, title: string): Promise<void> {
    await this.#author(`/threads/${encodeURIComponent(threadId)}`, {
      method: 'PATCH',
      body: JSON.stringify({ metadata: { title } }),
      headers: { prefer: 'return=minimal' },
    });
  }

  async delete(threadId: string): Promise<void> {
    try {
      const path = `/threads/${encodeURIComponent(threadId)}`;
      await this.#author(path, { method: 'DELETE', keepalive: true });
    } catch (error) {
      if (!(error instanceof TransportError && error.kind === 'not-found')) throw error;
    }
  }

  async #author(path: string, request: RequestInit): Promise<void> {
    const admission = this.#scope.admit();
    if (!admission.admitted) throw new TransportError('scope-blocked', admission.warning);
    await this.#request(path, admission.scope, request);
  }

  async #read(path: string, request: RequestInit = {}): Promise<Answer> {
    const snapshot = this.#scope.snapshot();
    if (snapshot.scope === undefined)
      throw new TransportError('scope-blocked', 'warning' in snapshot ? snapshot.warning : '');
    return this.#request(path, snapshot.scope, request);
  }

  async #request(path: string, scope: string, request: RequestInit): Promise<Answer> {
    try {
      const headers = {
        'x-api-key': scope,
        'content-type': 'application/json',
        ...(request.headers as Record<string, string> | undefined),
      };
      const response = await fetch(this.#api + path, { ...request, headers });
      const text = await response.text();
      if (!response.ok) throw new RefusedAnswer(response.status, text);
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      return { body, more: response.headers.has('x-pagination-next') };
    } catch (error) {
      throw error instanceof SyntaxError ? unreadable(error) : toTransportError(error);
    }
  }
}

interface Answer {
  readonly body: unknown;
  readonly more: boolean;
}

function readPage<T>({ body, more }: Answer, read: (value: unknown) => T | undefined): Page<T> {
  if (!Array.isArray(body)) throw unreadable();
  const items = body.map((value: unknown) => {
    const item = read(value);
    if (item === undefined) throw unreadable();
    return item;
  });
  return { items, more };
}

function unreadable(cause?: unknown): TransportError {
  return new TransportError(
    'server',
    'The server answered in a form that this page does not understand. Reload the page.',
    { retryable: true, cause },
  );
}
