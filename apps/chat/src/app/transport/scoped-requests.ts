import type { MemoryScope } from '#contract/scope';

import type { Admission, BrowserScope } from '../scope/browser-scope';
import { isAbort, toTransportError, TransportError } from './transport-error';

/** An answer that refuses, in the shape by which failures of a request are recognised. */
class RefusedAnswer extends Error {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: number | undefined;

  constructor({ status, headers }: Response, text: string) {
    super(`status ${status}`);
    this.status = status;
    this.text = text;
    const seconds = /^\d{1,6}$/.exec(headers.get('Retry-After') ?? '')?.[0];
    this.retryAfter = seconds === undefined ? undefined : Number(seconds);
  }
}

/**
 * Plain requests under the captured scope, which travels in a header and never in an address. All
 * methods reject with a TransportError, or as the browser does when a signal is aborted.
 */
export class ScopedRequests {
  readonly #api: string;
  readonly #scope: Pick<BrowserScope, 'admit' | 'snapshot'>;

  /** `origin` is the page's own; the API lives under its `/api`. */
  constructor(origin: string, scope: Pick<BrowserScope, 'admit' | 'snapshot'>) {
    this.#api = `${origin}/api`;
    this.#scope = scope;
  }

  /** Asks for something that changes nothing; works while the scope is blocked. */
  async read(path: string, request: RequestInit = {}): Promise<Response> {
    const snapshot = this.#scope.snapshot();
    if (snapshot.scope === undefined)
      throw new TransportError('scope-blocked', 'warning' in snapshot ? snapshot.warning : '');
    return accepted(await this.#send(path, snapshot.scope, request));
  }

  /** Asks for a change, admitted immediately before. A refusal is thrown. */
  async author(path: string, request: RequestInit): Promise<Response> {
    return accepted(await this.authorAnyway(path, request));
  }

  /** The same, but a refusal is an answer like any other. */
  async authorAnyway(path: string, request: RequestInit): Promise<Response> {
    return this.#send(path, admitted(this.#scope.admit()), request);
  }

  async #send(path: string, scope: MemoryScope, request: RequestInit): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('X-Api-Key', scope);
    if (request.body !== undefined) headers.set('Content-Type', 'application/json');
    try {
      // What the browser has kept of an earlier answer is no fresh read.
      return await fetch(this.#api + path, { cache: 'no-store', ...request, headers });
    } catch (error) {
      if (isAbort(error, request.signal ?? undefined)) throw error;
      throw toTransportError(error);
    }
  }
}

/** The scope, or the refusal to write under it as an error. */
export function admitted(admission: Admission): MemoryScope {
  if (!admission.admitted) throw new TransportError('scope-blocked', admission.warning);
  return admission.scope;
}

/** The answer, unless it refuses. */
export async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw toTransportError(new RefusedAnswer(response, await response.text()));
}

/** The body of an answer in the form that is expected. Throws a TransportError for any other. */
export async function bodyAs<T>(
  response: Response,
  isExpected: (value: unknown) => value is T,
): Promise<T> {
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    // The connection broke off, or the body is no JSON: either way there is no answer to go by.
    throw error instanceof SyntaxError ? unreadable(error) : toTransportError(error);
  }
  if (!isExpected(body)) throw unreadable();
  return body;
}

/** The refusal of an answer whose form is not the expected one. */
export function unreadable(cause?: unknown): TransportError {
  return new TransportError(
    'server',
    $localize`The server answered in a form that this page does not understand. Reload the page.`,
    { cause },
  );
}
