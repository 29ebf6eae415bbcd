import { Hono } from 'hono';
import { z } from 'zod';

import type { DocumentEntry } from '#graph/work/documents';

import type { AppParts } from '../app-parts.ts';
import { authorizeWork } from '../auth/authorize-work.ts';
import { name, readBody, readBytes, readQuery } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { DOCUMENT_LIMITS } from './extract/extracted.ts';
import { Documents } from './owner-documents.ts';

const addQuery = z.object({ name: name.min(1) });
const searchBody = z.object({
  query: z.string().max(2000),
  limit: z.int().min(1).max(50).default(10),
});

/** The owner's documents: a file is sent as it is, as the body, and its name in the query. */
export function documentsRoutes({ storage, authorizer }: AppParts): HttpApp {
  const of = (owner: string) => new Documents(storage.documents, owner);
  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/', async (c) => {
    await authorizeWork(authorizer, c, 'search', { place: 'documents' });
    return c.json((await of(c.var.owner).list()).map(documentView));
  });
  api.post('/', async (c) => {
    const { name: fileName } = readQuery(c, addQuery);
    await authorizeWork(authorizer, c, 'put', { place: 'documents' });
    const bytes = await readBytes(c, DOCUMENT_LIMITS.bytes);
    const added = await of(c.var.owner).add({ name: fileName.toWellFormed(), bytes });
    if ('refused' in added)
      throw new HttpError(added.refused === 'too-large' ? 'too-large' : 'invalid', added.sentence);
    return c.json(documentView(added));
  });
  api.post('/search', async (c) => {
    const { query, limit } = await readBody(c, searchBody);
    await authorizeWork(authorizer, c, 'search', { place: 'documents' });
    const passages = await of(c.var.owner).search(query, limit);
    return c.json(
      passages.map(({ document, start, end, text }) => ({
        document: documentView(document),
        ...{ start, end, text },
      })),
    );
  });
  api.get('/:document_id', async (c) => {
    const id = c.req.param('document_id');
    await authorizeWork(authorizer, c, 'get', { place: 'documents', key: id });
    const found = await of(c.var.owner).read(id);
    if (found === null) throw new HttpError('not-found', 'There is no such document.');
    return c.json({ ...documentView(found), text: found.text });
  });
  api.delete('/:document_id', async (c) => {
    const id = c.req.param('document_id');
    await authorizeWork(authorizer, c, 'delete', { place: 'documents', key: id });
    if (!(await of(c.var.owner).delete(id)))
      throw new HttpError('not-found', 'There is no such document.');
    return c.body(null, 204);
  });
  return api;
}

function documentView(entry: DocumentEntry) {
  const { id, name: fileName, format, bytes, pages, length, hash, extractor, addedAt } = entry;
  return {
    ...{ id, name: fileName, format, bytes, pages: pages ?? null, length, hash, extractor },
    added_at: addedAt.toISOString(),
  };
}
