import { Hono, type Context } from 'hono';
import { z } from 'zod';

import type { Authorizer } from '../door/authorizer.ts';
import { smallMetadata, name, names, page, readBody } from '../door/body.ts';
import type { DoorApp, DoorEnv } from '../door/door-env.ts';
import { setPaging } from '../door/paging.ts';
import { pick } from '../door/pick.ts';
import type { Assistant, Assistants } from './assistants.ts';
import { requireAssistant } from './require-assistant.ts';

const filter = {
  graph_id: name.optional(),
  name: name.optional(),
  metadata: smallMetadata.optional(),
};

const searchBody = z.object({
  ...filter,
  ...page,
  sort_by: z.enum(['assistant_id', 'graph_id', 'created_at', 'updated_at', 'name']).optional(),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
  select: names.optional(),
});

/** What this server can run. The list is the same for everyone, and nobody can change it. */
export function assistantsRoutes(assistants: Assistants, authorizer: Authorizer): DoorApp {
  const known = async (c: Context<DoorEnv, '/:assistant_id'>): Promise<Assistant> => {
    const id = c.req.param('assistant_id');
    await authorizer.authorize(c.var.owner, 'assistants:read', { assistant_id: id });
    return requireAssistant(assistants, id);
  };

  const api: DoorApp = new Hono<DoorEnv>();
  api.post('/search', async (c) => {
    const body = await readBody(c, searchBody);
    await authorizer.authorize(c.var.owner, 'assistants:search', body);
    const found = sorted(assistants.search(body), body.sort_by, body.sort_order);
    const shown = found.slice(body.offset, body.offset + body.limit);
    setPaging(c, { total: found.length, offset: body.offset, shown: shown.length });
    return c.json(shown.map((assistant) => pick(assistant, body.select)));
  });
  api.post('/count', async (c) => {
    const body = await readBody(c, z.object(filter));
    await authorizer.authorize(c.var.owner, 'assistants:search', body);
    return c.json(assistants.search(body).length);
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
