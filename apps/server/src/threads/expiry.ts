import type { Logger } from 'pino';

import { describeError } from '../door/describe-error.ts';
import type { RunEngine } from '../runs/run-engine.ts';
import type { Storage } from '../storage/storage.ts';

/** Time between two looks for threads that have outlived their time, in milliseconds. */
const EVERY_MS = 60_000;

interface ExpiryParts {
  readonly storage: Storage;
  readonly engine: RunEngine;
  readonly logger: Logger;
}

/** Erases the threads that were left longer than their time to live. How many. */
export async function eraseExpired(
  { storage, engine }: Pick<ExpiryParts, 'storage' | 'engine'>,
  now: Date,
): Promise<number> {
  let erased = 0;
  for (const { owner, threadId } of await storage.threads.expired(now))
    if (await engine.deleteThread(owner, threadId)) erased += 1;
  return erased;
}

/** Looks at once, then regularly. Stops when the returned function is called. */
export function watchExpiry(parts: ExpiryParts): () => void {
  const look = () => {
    eraseExpired(parts, new Date()).catch((error: unknown) => {
      parts.logger.error({ err: describeError(error) }, 'erasing expired conversations failed');
    });
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
