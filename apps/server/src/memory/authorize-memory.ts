import type { Context } from 'hono';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';

import type { Authorizer } from '../auth/authorizer.ts';
import type { HttpEnv } from '../http/http-env.ts';

/**
 * Asks the identity rules about the owner's own memory file, as the store's routes do.
 * Throws HttpError `forbidden`.
 */
export async function authorizeMemory(
  authorizer: Authorizer,
  c: Context<HttpEnv>,
  action: 'get' | 'put' | 'delete',
): Promise<void> {
  const { owner } = c.var;
  const item = { namespace: memoryNamespace(owner), key: MEMORY_PATH };
  if (action === 'put') await authorizer.authorize(owner, 'store:put', { ...item, value: {} });
  else await authorizer.authorize(owner, `store:${action}`, item);
}
