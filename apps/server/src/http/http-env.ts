import type { MemoryScope } from '#contract/scope';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from 'pino';

/** What the HTTP layer puts on a request before a route sees it. */
export interface HttpEnv {
  /** The connection, when there is one: the app can be called without. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Logs with the request's id. */
    logger: Logger;
    /** Who asks; set on every API route but the open ones. */
    owner: MemoryScope;
  };
}

export type HttpApp = Hono<HttpEnv>;
