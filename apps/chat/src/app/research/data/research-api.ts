import { inject, InjectionToken } from '@angular/core';

import {
  isDocumentSummary,
  isDocumentText,
  isFoundPassage,
  isResearchSummary,
  isResearchView,
  type DocumentSummary,
  type FoundPassage,
  type ResearchSummary,
  type ResearchView,
} from '#contract/research-api';
import { listOf } from '#contract/shape';

import type { BrowserScope } from '../../scope/browser-scope';
import { BROWSER_SCOPE } from '../../scope/scope';
import { admitted, bodyAs, ScopedRequests } from '../../transport/scoped-requests';
import { toTransportError } from '../../transport/transport-error';
import { sendFile } from './send-file';

type Scope = Pick<BrowserScope, 'admit' | 'snapshot'>;

/** The owner's research and documents on the server that serves this page. */
export const RESEARCH_API = new InjectionToken<ResearchApi>('research', {
  providedIn: 'root',
  factory: () => new ResearchApi(window.location.origin, inject(BROWSER_SCOPE)),
});

/** Every call rejects with a TransportError; changes ask for admission immediately before. */
export class ResearchApi {
  readonly #origin: string;
  readonly #scope: Scope;
  readonly #requests: ScopedRequests;

  constructor(origin: string, scope: Scope) {
    this.#origin = origin;
    this.#scope = scope;
    this.#requests = new ScopedRequests(origin, scope);
  }

  /** Newest first. */
  async list(): Promise<readonly ResearchSummary[]> {
    return bodyAs(await this.#requests.read('/research'), listOf(isResearchSummary));
  }

  async read(id: string): Promise<ResearchView> {
    return bodyAs(await this.#requests.read(pathOf(id)), isResearchView);
  }

  async begin(question: string): Promise<ResearchSummary> {
    const body = JSON.stringify({ question });
    const response = await this.#requests.author('/research', { method: 'POST', body });
    return bodyAs(response, isResearchSummary);
  }

  /** Rejects where another tab is at it already. */
  async resume(id: string): Promise<void> {
    await this.#requests.author(`${pathOf(id)}/resume`, { method: 'POST' });
  }

  async delete(id: string): Promise<void> {
    await this.#requests.author(pathOf(id), { method: 'DELETE' });
  }

  async documents(): Promise<readonly DocumentSummary[]> {
    return bodyAs(await this.#requests.read('/documents'), listOf(isDocumentSummary));
  }

  /** `progress` is told how much of the file has been sent, from 0 to 1. */
  async addDocument(file: File, progress: (part: number) => void): Promise<void> {
    const url = `${this.#origin}/api/documents?name=${encodeURIComponent(file.name)}`;
    await sendFile({ url, file, scope: admitted(this.#scope.admit()), progress });
  }

  async removeDocument(id: string): Promise<void> {
    await this.#requests.author(`/documents/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  async textOf(id: string): Promise<string> {
    const response = await this.#requests.read(`/documents/${encodeURIComponent(id)}`);
    return (await bodyAs(response, isDocumentText)).text;
  }

  async search(query: string): Promise<readonly FoundPassage[]> {
    const request = { method: 'POST', body: JSON.stringify({ query }) };
    return bodyAs(await this.#requests.read('/documents/search', request), listOf(isFoundPassage));
  }
}

/** What went wrong with a call, as a sentence for the person. */
export function problemOf(error: unknown): string {
  return toTransportError(error).message;
}

/** Whether it failed because there is no such record. */
export function isGone(error: unknown): boolean {
  return toTransportError(error).kind === 'not-found';
}

function pathOf(id: string): string {
  return `/research/${encodeURIComponent(id)}`;
}
