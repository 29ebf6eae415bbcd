import { AsyncLocalStorage } from 'node:async_hooks';

import { z } from 'zod';

/** What the server is doing at a moment. It names no path, owner or content. */
export const activity = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), run_id: z.string(), thread_id: z.string() }),
  z.object({
    kind: z.literal('request'),
    method: z.string(),
    /** The route's pattern. */
    route: z.string(),
    request_id: z.string(),
  }),
]);
export type Activity = z.infer<typeof activity>;

const current = new AsyncLocalStorage<Activity>();

/** Does some work, and all that follows from it, under the name of an activity. */
export function duringActivity<T>(named: Activity, work: () => T): T {
  return current.run(named, work);
}

export function currentActivity(): Activity | undefined {
  return current.getStore();
}
