import type { Logger } from 'pino';

import { describeError } from './describe-error.ts';
import { orSilence } from './event-stream.ts';

export interface WaitingOptions {
  /** Time between two signs of life, in milliseconds. */
  readonly heartbeatMs: number;
  readonly logger: Logger;
  /** Aborted when the request is over: a reply that nobody began to read ends by it too. */
  readonly disconnected?: AbortSignal;
  /** Called once: `gone` when the reader went away before the value was there. */
  readonly closed: (how: 'ended' | 'gone') => void;
}

const encoder = new TextEncoder();

/**
 * A JSON reply to something that takes long: white space, which JSON ignores, keeps the
 * connection open until the value is there. The status is sent before the outcome is known, so a
 * failure is told as the API does: `{ __error__: { error, message } }`. A reader that takes nothing
 * is sent nothing more.
 */
export function waitingJson(
  work: Promise<unknown>,
  { heartbeatMs, logger, disconnected, closed }: WaitingOptions,
): ReadableStream<Uint8Array> {
  let open = true;
  const close = (how: 'ended' | 'gone') => {
    if (!open) return;
    open = false;
    disconnected?.removeEventListener('abort', leave);
    closed(how);
  };
  const leave = () => {
    close('gone');
  };
  disconnected?.addEventListener('abort', leave);
  if (disconnected?.aborted === true) leave();
  const told = work.then(
    (value) => JSON.stringify(value ?? null),
    (error: unknown) => {
      if (open) logger.error({ err: describeError(error) }, 'waiting for a run failed');
      const message = 'The server could not tell how the run ended. Read the thread instead.';
      return JSON.stringify({ __error__: { error: 'internal', message } });
    },
  );
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const json = await orSilence(told, heartbeatMs);
        if (!open) return;
        controller.enqueue(encoder.encode(json ?? '\n'));
        if (json === undefined) return;
        controller.close();
        close('ended');
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}
