import type { Context } from 'hono';

import type { HttpEnv } from './http-env.ts';

/** Tells how many there are in all, and where the next page begins if there is one. */
export function setPaging(
  c: Context<HttpEnv>,
  page: { total: number; offset: number; shown: number },
): void {
  c.header('X-Pagination-Total', String(page.total));
  const next = page.offset + page.shown;
  if (page.shown > 0 && next < page.total) c.header('X-Pagination-Next', String(next));
}
