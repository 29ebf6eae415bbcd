import { Hono, type Context } from 'hono';
import { z } from 'zod';

import type { AppParts } from '../app-parts.ts';
import { readBody } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { setPaging } from '../http/paging.ts';
import { pick } from '../http/pick.ts';
import { filter, searchBody } from './assistant-body.ts';
import type { Assistant } from './assistants.ts';
import { requireAssistant } from './require-assistant.ts';

/** What an owner can run: found, counted and shown. */
export function assistantsRoutes({ assistants, authorizer }: AppParts): HttpApp {
  const known = async (c: Context<HttpEnv, '/:assistant_id'>): Promise<Assistant> => {
    const id = c.req.param('assistant_id');
    await authorizer.authorize(c.var.owner, 'assistants:read', { assistant_id: id });
    return requireAssistant(assistants, c.var.owner, id);
  };

  const api: HttpApp = new Hono<HttpEnv>();
  api.post('/search', async (c) => {
    const body = await readBody(c, searchBody);
    await authorizer.authorize(c.var.owner, 'assistants:search', body);
    const found = sorted(await assistants.search(c.var.owner, body), body.sort_by, body.sort_order);
    const shown = found.slice(body.offset, body.offset + body.limit);
    setPaging(c, { total: found.length, offset: body.offset, shown: shown.length });
    return c.json(shown.map((assistant) => pick(assistant, body.select)));
  });
  api.post('/count', async (c) => {
    const body = await readBody(c, z.object(filter));
    await authorizer.authorize(c.var.owner, 'assistants:search', body);
    return c.json((await assistants.search(c.var.owner, body)).length);
  });
  api.get('/:assistant_id', async (c) => c.json(await known(c)));
  return api;
}

function sorted(
  found: Assistant[],
  by: z.infer<typeof searchBody>['sort_by'],
  order: 'asc' | 'desc',
): Assistant[] {
  if (by === undefined) return found;
  const sign = order === 'asc' ? 1 : -1;
  return found.toSorted((a, b) => sign * (a[by] < b[by] ? -1 : a[by] > b[by] ? 1 : 0));
}
