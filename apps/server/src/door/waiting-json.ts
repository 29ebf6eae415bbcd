import type { Logger } from 'pino';

import { describeError } from './describe-error.ts';

const encoder = new TextEncoder();

/**
 * A JSON reply to something that takes long: white space, which JSON ignores, keeps the
 * connection open until the value is there. The status is sent before the outcome is known, so a
 * failure is told as the API does: `{ __error__: { error, message } }`.
 */
export function waitingJson(
  work: Promise<unknown>,
  options: { heartbeatMs: number; logger: Logger; gone?: () => void },
): ReadableStream<Uint8Array> {
  let beat: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      beat = setInterval(() => {
        controller.enqueue(encoder.encode('\n'));
      }, options.heartbeatMs);
      // Not awaited by start: the reply's head must go out while the work goes on.
      void work
        .catch((error: unknown) => {
          options.logger.error({ err: describeError(error) }, 'waiting for a run failed');
          const message = 'The server could not tell how the run ended. Read the thread instead.';
          return { __error__: { error: 'internal', message } };
        })
        .then((value) => {
          clearInterval(beat);
          // A reader that went away has closed the stream already.
          if (beat === undefined) return;
          controller.enqueue(encoder.encode(JSON.stringify(value ?? null)));
          controller.close();
        });
      await Promise.resolve();
    },
    cancel() {
      clearInterval(beat);
      beat = undefined;
      options.gone?.();
    },
  });
}
