import { Hono, type Context } from 'hono';
import { z } from 'zod';

import { readRevision } from '#graph/memory/revisions';

import type { AppParts } from '../app-parts.ts';
import { readBody, readQuery } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { authorizeMemory } from './authorize-memory.ts';
import { readCurrentMemory } from './current-memory.ts';
import { notKept } from './revision-view.ts';
import { outsideRuns } from './outside-runs.ts';
import { OwnerMemory } from './owner-memory.ts';
import { wipeMemory } from './wipe-memory.ts';
import { basis, replyWrite } from './write-reply.ts';

const editBody = z.object({ text: z.string(), based_on: basis });
const forgetBody = z.object({
  line: z.string(),
  occurrence: z.int().min(1).optional(),
  based_on: basis.optional(),
});
const restoreBody = z.object({ revision: z.int().min(1), based_on: basis.optional() });
const wipeQuery = z.object({
  conversations: z.stringbool().default(false),
  work: z.stringbool().default(false),
});

/** The owner's memory in their own hands: read afresh, edited, forgotten, restored, wiped. */
export function memoryRoutes(parts: AppParts): HttpApp {
  const { storage, authorizer, memoryGate } = parts;
  const memoryOf = (c: Context<HttpEnv>) => new OwnerMemory(storage.store, memoryGate, c.var.owner);

  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/', async (c) => {
    await authorizeMemory(authorizer, c, 'get');
    return c.json(await readCurrentMemory(memoryGate, c.var.owner));
  });
  api.put('/', async (c) => {
    const { text, based_on } = await readBody(c, editBody);
    await authorizeMemory(authorizer, c, 'put');
    return replyWrite(c, memoryOf(c).edit(text, based_on, outsideRuns('person')));
  });
  api.post('/forget', async (c) => {
    const { line, occurrence, based_on } = await readBody(c, forgetBody);
    await authorizeMemory(authorizer, c, 'put');
    const options = {
      ...(occurrence !== undefined && { occurrence }),
      ...(based_on !== undefined && { basedOn: based_on }),
    };
    return replyWrite(c, memoryOf(c).forget(line, options, outsideRuns('person')));
  });
  api.post('/restore', async (c) => {
    const { revision: number, based_on } = await readBody(c, restoreBody);
    await authorizeMemory(authorizer, c, 'put');
    const revision = await readRevision(storage.store, c.var.owner, number);
    if (revision === undefined) throw notKept(number);
    return replyWrite(c, memoryOf(c).restore(revision, based_on, outsideRuns('undo')));
  });
  api.delete('/', async (c) => {
    const also = readQuery(c, wipeQuery);
    await authorizeMemory(authorizer, c, 'delete');
    return c.json(await wipeMemory(parts, c.var.owner, also));
  });
  return api;
}
