/** Why talking to the server failed. */
export type TransportErrorKind =
  /** This page may not write: its memory identity is blocked. Nothing was requested. */
  | 'scope-blocked'
  /** No answer came: it is not known whether the request arrived. */
  | 'offline'
  /** The thread runs another turn. */
  | 'busy'
  /** No such thread or run for this identity. */
  | 'not-found'
  /** The request itself was refused: malformed, too large, not allowed. */
  | 'refused'
  /** The server failed. */
  | 'server'
  /** The run itself ended in an error, told by the graph or its model. */
  | 'run-failed';

/** The one error of the transport. `message` is a sentence a person can act on. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: TransportErrorKind;
  /** Seconds after which the server wants to be asked again, where it said so. */
  readonly retryAfter: number | undefined;
  /** The server's own name for what went wrong in a run, where it gave one. */
  readonly reason: string | undefined;

  constructor(
    kind: TransportErrorKind,
    message: string,
    options: {
      retryAfter?: number | undefined;
      reason?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfter = options.retryAfter;
    this.reason = options.reason;
  }
}

/** Whether a failure is only the abort that the caller asked for, which is no error. */
export function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted === true) return true;
  return error instanceof Error && (error.name === 'AbortError' || error.message === 'AbortError');
}

/** Turns whatever a request threw into the one error. */
export function toTransportError(error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const answer = httpAnswer(error);
  if (answer !== undefined) return fromStatus(answer, error);
  return new TransportError(
    'offline',
    $localize`The server could not be reached. Check that it is running and that you are connected, then try again.`,
    { cause: error },
  );
}

/** The error that a run's stream told as its last event. */
export function fromErrorEvent(data: unknown): TransportError {
  return new TransportError(
    'run-failed',
    sentence(data) ??
      $localize`The answer ended in an error that the server did not explain. Try again.`,
    { retryAfter: secondsOf(data), reason: reasonOf(data), cause: data },
  );
}

function reasonOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('error' in data)) return undefined;
  return typeof data.error === 'string' ? data.error : undefined;
}

function secondsOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('retry_after_seconds' in data))
    return undefined;
  const seconds = data.retry_after_seconds;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? seconds
    : undefined;
}

function fromStatus({ status, text, retryAfter }: HttpAnswer, cause: unknown): TransportError {
  const said = sentence(parsed(text));
  const options = { retryAfter, cause };
  if (status === 404)
    return new TransportError(
      'not-found',
      said ?? $localize`The server does not know this.`,
      options,
    );
  if (status === 409 || (status === 422 && /busy|running|another run/i.test(said ?? '')))
    return new TransportError(
      'busy',
      said ?? $localize`This conversation is still answering. Wait for it to end, or stop it.`,
      options,
    );
  if (status === 413)
    return new TransportError(
      'refused',
      said ?? $localize`This message is too long. Shorten it.`,
      options,
    );
  if (status >= 500 || status === 429)
    return new TransportError(
      'server',
      said ??
        $localize`The server failed (status ${status}:status:). Try again; if it stays so, look at its log.`,
      options,
    );
  return new TransportError(
    'refused',
    said ?? $localize`The server refused this (status ${status}:status:).`,
    options,
  );
}

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Seconds, where the answer named them. */
  readonly retryAfter: number | undefined;
}

/** What is known of an HTTP failure as the SDK throws it, recognised by shape. */
function httpAnswer(error: unknown): HttpAnswer | undefined {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number')
    return undefined;
  return {
    status: error.status,
    text: 'text' in error && typeof error.text === 'string' ? error.text : '',
    retryAfter:
      'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : undefined,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A body that is not JSON (a proxy's page) holds no sentence for a person.
    return undefined;
  }
}

function sentence(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  for (const key of ['message', 'error'] as const) {
    const value: unknown = (body as Partial<Record<'message' | 'error', unknown>>)[key];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}
