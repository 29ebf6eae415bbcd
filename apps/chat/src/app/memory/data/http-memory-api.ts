import { inject, InjectionToken } from '@angular/core';

import {
  isCurrentMemory,
  isMemoryConflict,
  isMemoryWriteReply,
  isRevisionList,
  isRevisionSummary,
  isRevisionView,
  isWipeReport,
  MEMORY_REVISION_EVENT,
  type CurrentMemory,
  type MemoryWriteReply,
  type RevisionSummary,
  type RevisionView,
  type WipeReport,
} from '#contract/memory-api';

import type { BrowserScope } from '../../scope/browser-scope';
import { BROWSER_SCOPE } from '../../scope/scope';
import { serverEvents } from '../../transport/event-stream';
import { accepted, bodyAs, ScopedRequests } from '../../transport/scoped-requests';
import { isAbort, toTransportError } from '../../transport/transport-error';
import {
  ConflictError,
  type Basis,
  type Incoming,
  type LinePlace,
  type MemoryApi,
  type ChangesRequest,
  type WipedToo,
} from './memory-api';

/** The memory on the server that serves this page. */
export const MEMORY_API = new InjectionToken<MemoryApi>('memory', {
  providedIn: 'root',
  factory: () => new HttpMemoryApi(window.location.origin, inject(BROWSER_SCOPE)),
});

/** Asks by plain requests, so that the panel needs none of the code that talking needs. */
export class HttpMemoryApi implements MemoryApi {
  readonly #requests: ScopedRequests;

  /** `origin` is the page's own; the API lives under its `/api`. */
  constructor(origin: string, scope: Pick<BrowserScope, 'admit' | 'snapshot'>) {
    this.#requests = new ScopedRequests(origin, scope);
  }

  async readCurrent(): Promise<CurrentMemory> {
    return bodyAs(await this.#requests.read('/memory'), isCurrentMemory);
  }

  async readRevisions(limit: number): Promise<readonly RevisionSummary[]> {
    const response = await this.#requests.read(`/memory/revisions?limit=${limit}`);
    return (await bodyAs(response, isRevisionList)).revisions;
  }

  async readRevision(number: number): Promise<RevisionView> {
    return bodyAs(await this.#requests.read(`/memory/revisions/${number}`), isRevisionView);
  }

  async *changes({ after, signal, onOpen }: ChangesRequest): AsyncIterable<RevisionSummary> {
    const headers = { ...(after !== undefined && { 'Last-Event-ID': String(after) }) };
    try {
      const { body } = await this.#requests.read('/memory/events', { headers, signal });
      if (body === null) return;
      onOpen();
      for await (const { event, data } of serverEvents(body)) {
        const revision: unknown = event === MEMORY_REVISION_EVENT ? JSON.parse(data) : undefined;
        if (isRevisionSummary(revision)) yield revision;
      }
    } catch (error) {
      if (!isAbort(error, signal)) throw toTransportError(error);
    }
  }

  edit(text: string, basedOn: Basis): Promise<MemoryWriteReply> {
    return this.#write('/memory', 'PUT', { text, based_on: basedOn });
  }

  forget({ line, occurrence, basedOn }: LinePlace): Promise<MemoryWriteReply> {
    return this.#write('/memory/forget', 'POST', { line, occurrence, based_on: basedOn });
  }

  restore(revision: number, basedOn: Basis): Promise<MemoryWriteReply> {
    return this.#write('/memory/restore', 'POST', { revision, based_on: basedOn });
  }

  take(incoming: Incoming, basedOn: Basis): Promise<MemoryWriteReply> {
    return this.#write('/memory/import', 'POST', { ...incoming, based_on: basedOn });
  }

  async wipe({ conversations, work }: WipedToo): Promise<WipeReport> {
    const path = `/memory?conversations=${String(conversations)}&work=${String(work)}`;
    return bodyAs(await this.#requests.author(path, { method: 'DELETE' }), isWipeReport);
  }

  async export(format: 'md' | 'json'): Promise<Blob> {
    const response = await this.#requests.read(`/memory/export?format=${format}`);
    try {
      return await response.blob();
    } catch (error) {
      throw toTransportError(error);
    }
  }

  async #write(path: string, method: string, body: object): Promise<MemoryWriteReply> {
    const request = { method, body: JSON.stringify(body) };
    const response = await this.#requests.authorAnyway(path, request);
    if (response.status === 409) {
      const conflict: unknown = await response.clone().json();
      if (isMemoryConflict(conflict)) throw new ConflictError(conflict);
    }
    return bodyAs(await accepted(response), isMemoryWriteReply);
  }
}
