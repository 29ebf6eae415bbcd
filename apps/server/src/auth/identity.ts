import type { MiddlewareHandler } from 'hono';

import type { Authorizer } from './authorizer.ts';
import type { HttpEnv } from '../http/http-env.ts';

/** API routes that tell nothing about anyone. */
export const OPEN_ROUTES: readonly string[] = ['/api/ok', '/api/info'];

/** Finds the owner of every API request, and refuses a request that has none. */
export function identity(authorizer: Authorizer): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (!OPEN_ROUTES.includes(c.req.path)) c.set('owner', await authorizer.authenticate(c.req.raw));
    await next();
  };
}
