import type { Context } from 'hono';

import type { Authorizer } from './authorizer.ts';
import type { HttpEnv } from '../http/http-env.ts';

/**
 * Asks the identity rules about an owner's own work, as about items of the store below the owner's
 * scope: the rules of the Agent Server know no other words for it. Throws HttpError `forbidden`.
 */
export async function authorizeWork(
  authorizer: Authorizer,
  c: Context<HttpEnv>,
  action: 'get' | 'put' | 'delete' | 'search',
  { place, key = '' }: { readonly place: string; readonly key?: string | undefined },
): Promise<void> {
  const { owner } = c.var;
  const item = { namespace: [owner, place], key };
  if (action === 'put') await authorizer.authorize(owner, 'store:put', { ...item, value: {} });
  else if (action === 'search')
    await authorizer.authorize(owner, 'store:search', { ...item, limit: 1, offset: 0 });
  else await authorizer.authorize(owner, `store:${action}`, item);
}
