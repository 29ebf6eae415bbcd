import { Hono } from 'hono';
import { z } from 'zod';

import { ARCHIVE_FORMAT, isMemoryArchive, type MemoryArchive } from '#contract/memory-api';
import { KEPT_REVISIONS, listRevisions } from '#graph/memory/revisions';

import type { AppParts } from '../app-parts.ts';
import { readBody, readQuery } from '../http/body.ts';
import { exportWork } from '../work/export-work.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { authorizeMemory } from './authorize-memory.ts';
import { viewOf } from './revision-view.ts';
import { basis, replyWrite } from './write-reply.ts';
import { outsideRuns } from './outside-runs.ts';
import { OwnerMemory } from './owner-memory.ts';

const exportQuery = z.object({ format: z.enum(['md', 'json']).default('md') });

/** The file as text, or an archive as it was exported; of an archive the current text is taken. */
const importBody = z.object({
  text: z.string().optional(),
  archive: z.custom<MemoryArchive>(isMemoryArchive, 'is not an exported memory').optional(),
  based_on: basis,
});

/** The memory on its way to and from another place. */
export function memoryTransferRoutes(parts: AppParts): HttpApp {
  const { storage, authorizer, memoryGate } = parts;
  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/export', async (c) => {
    const { format } = readQuery(c, exportQuery);
    await authorizeMemory(authorizer, c, 'get');
    const { owner } = c.var;
    const { text, receipt } = await memoryGate.read(owner);
    if (format === 'md') {
      if (text === undefined)
        throw new HttpError('not-found', 'There is no memory file to export.');
      c.header('Content-Type', 'text/markdown; charset=utf-8');
      c.header('Content-Disposition', 'attachment; filename="AGENTS.md"');
      return c.body(text);
    }
    const rows = await listRevisions(storage.store, owner, { limit: KEPT_REVISIONS });
    const archive: MemoryArchive = {
      format: ARCHIVE_FORMAT,
      version: 1,
      exported_at: new Date().toISOString(),
      text: text ?? null,
      revision: receipt.revision,
      revisions: rows.map(viewOf),
      work: await exportWork(parts, owner),
    };
    c.header('Content-Disposition', 'attachment; filename="throughline-memory.json"');
    return c.json(archive);
  });
  api.post('/import', async (c) => {
    const { text, archive, based_on } = await readBody(c, importBody);
    await authorizeMemory(authorizer, c, 'put');
    const incoming = text ?? archive?.text;
    if (incoming == null || (text !== undefined && archive !== undefined))
      throw new HttpError(
        'invalid',
        'Send either text, or an exported archive that has a text; there is nothing to import otherwise.',
      );
    const memory = new OwnerMemory(storage.store, memoryGate, c.var.owner);
    return replyWrite(c, memory.edit(incoming, based_on, outsideRuns('import')));
  });
  return api;
}
