import { v7 } from '@langchain/core/utils/uuid';
import { Hono, type Context } from 'hono';
import { z } from 'zod';

import type { AppParts } from '../app-parts.ts';
import { readBody, readQuery } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { setPaging } from '../http/paging.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';
import type { AssistantRow, AssistantSettings } from '../storage/assistants.ts';
import { changed, createBody, latestBody, patchBody, versionsBody } from './assistant-body.ts';
import { containsMetadata } from './contains-metadata.ts';
import { deleteThreadsOf } from './delete-threads.ts';
import { assistantView } from './known-assistants.ts';
import { assistantNotFound, requireAssistant } from './require-assistant.ts';

const deleteQuery = z.object({ delete_threads: z.stringbool().default(false) });

type Path = '/:assistant_id';

/** Assistants that an owner makes of the graphs, changes and deletes. */
export function ownAssistantsRoutes(parts: AppParts): HttpApp {
  const { storage, assistants, authorizer, graphs, rulesOf } = parts;
  const table = storage.assistants;

  const own = async (c: Context<HttpEnv, Path>, event: 'update' | 'delete') => {
    const id = c.req.param('assistant_id');
    await authorizer.authorize(c.var.owner, `assistants:${event}`, { assistant_id: id });
    refuseSystem(assistants.isSystem(id));
    return ownRow(await table.get(c.var.owner, id));
  };
  const admit = (settings: AssistantSettings, owner: HttpEnv['Variables']['owner']) => {
    const { graphId, context } = settings;
    if (!graphs.has(graphId))
      throw new HttpError('not-found', `There is no graph "${graphId}" on this server.`);
    if (Object.keys(context).length === 0) return;
    const admitted = rulesOf(graphId).admitContext(context, owner);
    if ('refused' in admitted) throw new HttpError(admitted.refused, admitted.sentence);
  };

  const api: HttpApp = new Hono<HttpEnv>();
  api.post('/', async (c) => {
    const { owner } = c.var;
    const body = await readBody(c, createBody);
    const id = body.assistant_id ?? v7();
    const settings = changed({ ...NOTHING, graphId: body.graph_id }, body);
    await authorizer.authorize(owner, 'assistants:create', { ...body, assistant_id: id });
    admit(settings, owner);
    refuseSystem(assistants.isSystem(id));
    if ((await table.list(owner)).length >= REQUEST_LIMITS.assistantsPerOwner) throw tooMany();
    const ifExists = body.if_exists === 'do_nothing' ? 'do-nothing' : 'raise';
    return c.json(assistantView(await table.create(owner, id, settings, ifExists)));
  });
  api.patch('/:assistant_id', async (c) => {
    const body = await readBody(c, patchBody);
    const before = await own(c, 'update');
    const settings = changed(before, body);
    admit(settings, c.var.owner);
    const keep = REQUEST_LIMITS.assistantVersions;
    const row = await table.update(c.var.owner, before.assistantId, settings, keep);
    return c.json(assistantView(row));
  });
  api.delete('/:assistant_id', async (c) => {
    const { delete_threads } = readQuery(c, deleteQuery);
    const { assistantId } = await own(c, 'delete');
    if (delete_threads) await deleteThreadsOf(parts, c.var.owner, assistantId);
    await table.delete(c.var.owner, assistantId);
    return c.body(null, 204);
  });
  api.post('/:assistant_id/versions', async (c) => {
    const { limit, offset, metadata } = await readBody(c, versionsBody);
    const { owner } = c.var;
    const id = c.req.param('assistant_id');
    await authorizer.authorize(owner, 'assistants:read', { assistant_id: id });
    const assistant = await requireAssistant(assistants, owner, id);
    const all = assistants.isSystem(id)
      ? [assistant]
      : (await table.versions(owner, id)).map((version) =>
          assistantView({ ...version, owner, updatedAt: version.createdAt }),
        );
    const found = all.filter((each) => containsMetadata(each.metadata, metadata ?? {}));
    const shown = found.slice(offset, offset + limit);
    setPaging(c, { total: found.length, offset, shown: shown.length });
    return c.json(shown);
  });
  api.post('/:assistant_id/latest', async (c) => {
    const { version } = await readBody(c, latestBody);
    const { assistantId } = await own(c, 'update');
    const row = await table.use(c.var.owner, assistantId, version);
    if (row === undefined)
      throw new HttpError('not-found', `The assistant has no version ${version}.`);
    return c.json(assistantView(row));
  });
  return api;
}

/** What an assistant says before anyone has said anything. */
const NOTHING = {
  name: 'Untitled',
  description: null,
  config: {},
  context: {},
  metadata: {},
} as const;

function ownRow(row: AssistantRow | undefined): AssistantRow {
  if (row === undefined) throw assistantNotFound();
  return row;
}

function refuseSystem(isSystem: boolean): void {
  if (isSystem)
    throw new HttpError(
      'forbidden',
      'This assistant is the same for everyone, so nobody can change it. Create one of your own of its graph.',
    );
}

function tooMany(): HttpError {
  const most = REQUEST_LIMITS.assistantsPerOwner;
  return new HttpError(
    'too-many',
    `You have ${most} assistants, which is the most there can be. Delete some, then go on.`,
  );
}
