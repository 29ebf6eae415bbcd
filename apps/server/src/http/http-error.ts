import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** What a client did, or met, in words that code can branch on; each has one status. */
export const HTTP_ERROR_STATUS = {
  'malformed-body': 400,
  'malformed-id': 400,
  'malformed-request': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'unknown-route': 404,
  conflict: 409,
  'too-large': 413,
  invalid: 422,
  busy: 422,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, ContentfulStatusCode>;

export type HttpErrorKind = keyof typeof HTTP_ERROR_STATUS;

/** The one error type of the HTTP layer. `message` is a sentence that a person understands. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly kind: HttpErrorKind;
  readonly status: ContentfulStatusCode;

  constructor(kind: HttpErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    this.status = HTTP_ERROR_STATUS[kind];
  }
}
