import type { MiddlewareHandler } from 'hono';

import { HttpError } from './http-error.ts';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests that name a foreign host: a page of another site whose name was re-pointed at
 * this machine (DNS rebinding) would otherwise count as same-origin.
 */
export function hostCheck(allowedHosts: readonly string[]): MiddlewareHandler {
  const allowed = new Set([...LOOPBACK_NAMES, ...allowedHosts]);
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    const name = host.toLowerCase().replace(/:\d*$/, '');
    if (!allowed.has(name)) {
      throw new HttpError(
        'forbidden',
        'This server does not answer to the host name in the request. To serve it under that name, list the name in ALLOWED_HOSTS.',
      );
    }
    await next();
  };
}
