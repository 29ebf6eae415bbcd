import type { Logger } from 'pino';

import { describeError } from './describe-error.ts';

export interface WaitingOptions {
  /** Time between two signs of life, in milliseconds. */
  readonly heartbeatMs: number;
  readonly logger: Logger;
  /** Called once: `gone` when the reader went away before the value was there. */
  readonly closed: (how: 'ended' | 'gone') => void;
}

const encoder = new TextEncoder();

/**
 * A JSON reply to something that takes long: white space, which JSON ignores, keeps the
 * connection open until the value is there. The status is sent before the outcome is known, so a
 * failure is told as the API does: `{ __error__: { error, message } }`.
 */
export function waitingJson(
  work: Promise<unknown>,
  { heartbeatMs, logger, closed }: WaitingOptions,
): ReadableStream<Uint8Array> {
  let open = true;
  let beat: NodeJS.Timeout | undefined;
  const close = (how: 'ended' | 'gone') => {
    open = false;
    clearInterval(beat);
    closed(how);
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      beat = setInterval(() => {
        controller.enqueue(encoder.encode('\n'));
      }, heartbeatMs);
      void work
        .catch((error: unknown) => {
          if (open) logger.error({ err: describeError(error) }, 'waiting for a run failed');
          const message = 'The server could not tell how the run ended. Read the thread instead.';
          return { __error__: { error: 'internal', message } };
        })
        .then((value) => {
          if (!open) return;
          controller.enqueue(encoder.encode(JSON.stringify(value ?? null)));
          controller.close();
          close('ended');
        });
    },
    cancel() {
      if (open) close('gone');
    },
  });
}
