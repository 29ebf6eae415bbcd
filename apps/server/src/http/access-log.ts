import { createHash, randomUUID } from 'node:crypto';

import { matchedRoutes } from 'hono/route';
import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

import { duringActivity } from '../watchdog/activity.ts';
import type { HttpEnv } from './http-env.ts';

/** Ids that a proxy in front may have given; anything else is replaced. */
const REQUEST_ID = /^[\w-]{8,64}$/;

/** A short fingerprint of a scope: enough to group log lines, useless as a key. */
export function ownerHash(scope: string): string {
  return createHash('sha256').update(scope).digest('hex').slice(0, 8);
}

/**
 * Gives each request an id and one log line: method, path pattern, status, duration in
 * milliseconds. Never the URL (ids, queries), headers, scope or content.
 */
export function accessLog(logger: Logger): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const started = performance.now();
    const given = c.req.header('x-request-id');
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    c.set('requestId', requestId);
    c.set('logger', logger.child({ requestId }));
    const { method } = c.req;
    const named = {
      kind: 'request',
      method,
      route: routePattern(c),
      request_id: requestId,
    } as const;
    await duringActivity(named, next);
    c.header('X-Request-Id', requestId);
    const owner = (c.var as Partial<HttpEnv['Variables']>).owner;
    c.var.logger.info(
      {
        method: c.req.method,
        route: routePattern(c),
        status: c.res.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(owner !== undefined && { owner: ownerHash(owner) }),
      },
      'request',
    );
  };
}

/** The registered pattern that answered, so that ids stay out of the log. */
function routePattern(c: Context<HttpEnv>): string {
  const named = matchedRoutes(c).filter(({ path }) => !path.endsWith('*'));
  return named.at(-1)?.path ?? '/*';
}
