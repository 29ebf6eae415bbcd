import type { Context } from 'hono';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';

import type { Authorizer } from '../door/authorizer.ts';
import type { DoorEnv } from '../door/door-env.ts';

/**
 * Asks the identity rules about the owner's own memory file, as the store's routes do.
 * Throws HttpError `forbidden`.
 */
export async function authorizeMemory(
  authorizer: Authorizer,
  c: Context<DoorEnv>,
  action: 'get' | 'put' | 'delete',
): Promise<void> {
  const { owner } = c.var;
  const item = { namespace: memoryNamespace(owner), key: MEMORY_PATH };
  if (action === 'put') await authorizer.authorize(owner, 'store:put', { ...item, value: {} });
  else await authorizer.authorize(owner, `store:${action}`, item);
}
