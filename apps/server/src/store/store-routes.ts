import { Hono, type Context } from 'hono';
import { z } from 'zod';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import type { StoredItem } from '#graph/rules';
import type { Item } from '@langchain/langgraph-checkpoint';

import type { AppParts } from '../app-parts.ts';
import { jsonObject, smallMetadata, names, readBody, readQuery } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { HttpError } from '../http/http-error.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';
import { listOwnNamespaces } from './own-namespaces.ts';
import { textOfMemoryItem } from './memory-item.ts';

const label = z
  .string()
  .max(REQUEST_LIMITS.name)
  .min(1, 'namespace labels cannot be empty')
  .refine((text) => !text.includes('.'), 'namespace labels cannot contain periods');
const namespace = z.array(label).min(1, 'a namespace has at least one label').max(16);
const key = z.string().min(1).max(1024);
const unsupported = (why: string) => z.null(why).optional();

const putBody = z.object({
  namespace,
  key,
  value: jsonObject,
  index: z.union([z.literal(false), names]).nullish(),
  ttl: unsupported('is not supported: items stay until they are deleted'),
});

const searchBody = z.object({
  namespace_prefix: z.array(label).max(16),
  filter: smallMetadata.nullish(),
  limit: z.int().min(1).max(1000).default(10),
  offset: z.int().min(0).default(0),
  query: unsupported('is not supported: this store has no text index'),
});

const namespacesBody = z.object({
  prefix: z.array(label).max(16).nullish(),
  suffix: z.array(label).max(16).nullish(),
  max_depth: z.int().min(1).max(16).nullish(),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
});

const itemQuery = z.object({
  namespace: z
    .string()
    .default('')
    .transform((path) => path.split('.'))
    .pipe(namespace),
  key,
});

/** The owner's part of the store. What lies under another owner's namespace is refused. */
export function storeRoutes({
  storage,
  authorizer,
  graphs,
  memoryWriter,
  rulesOf,
}: AppParts): HttpApp {
  const refuseByRules = (item: StoredItem) => {
    for (const graphId of graphs.keys()) {
      const problem = rulesOf(graphId).itemProblem(item);
      if (problem !== undefined) throw new HttpError('invalid', problem);
    }
  };
  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/items', async (c) => {
    const item = readQuery(c, itemQuery);
    await authorizer.authorize(c.var.owner, 'store:get', item);
    return c.json(itemView(await storage.store.get(item.namespace, item.key)));
  });
  api.put('/items', async (c) => {
    const body = await readBody(c, putBody);
    await authorizer.authorize(c.var.owner, 'store:put', body);
    refuseLargeValue(body.value);
    refuseByRules(body);
    if (inMemory(c, body)) await memoryWriter.write(c.var.owner, textOfMemoryItem(body.value));
    else {
      await refuseMoreItems(storage, c.var.owner, body);
      await storage.store.put(body.namespace, body.key, body.value);
    }
    return c.body(null, 204);
  });
  api.delete('/items', async (c) => {
    const body = await readBody(c, z.object({ namespace, key }));
    await authorizer.authorize(c.var.owner, 'store:delete', body);
    if (inMemory(c, body)) await memoryWriter.remove(c.var.owner);
    else await storage.store.delete(body.namespace, body.key);
    return c.body(null, 204);
  });
  api.post('/items/search', async (c) => {
    const body = await readBody(c, searchBody);
    const { limit, offset, filter } = body;
    const prefix = body.namespace_prefix;
    await authorizer.authorize(c.var.owner, 'store:search', {
      namespace: prefix,
      limit,
      offset,
    });
    const options = { limit, offset, ...(filter != null && { filter }) };
    const items = await storage.store.search(prefix, options);
    return c.json({ items: items.map(itemView) });
  });
  api.post('/namespaces', async (c) => {
    const body = await readBody(c, namespacesBody);
    const { prefix } = body;
    // Without a prefix the reply holds all of the owner's; with one, it must be the owner's.
    if (prefix != null && prefix.length > 0)
      await authorizer.authorize(c.var.owner, 'store:list_namespaces', { namespace: prefix });
    const namespaces = await listOwnNamespaces(storage.store, c.var.owner, body);
    return c.json({ namespaces });
  });
  return api;
}

/** Throws HttpError `too-many` when the item would be one more than the owner may have. */
async function refuseMoreItems(
  storage: AppParts['storage'],
  owner: string,
  { namespace, key }: { namespace: string[]; key: string },
): Promise<void> {
  const { itemsPerOwner } = REQUEST_LIMITS;
  if ((await storage.countItems([owner])) < itemsPerOwner) return;
  if ((await storage.store.get(namespace, key)) !== null) return;
  throw new HttpError(
    'too-many',
    `You have ${itemsPerOwner.toLocaleString('en')} items in the store, which is the most there can be. Delete some, then go on.`,
  );
}

/** Throws HttpError `too-large`. */
function refuseLargeValue(value: Readonly<Record<string, unknown>>): void {
  const { storeValueBytes } = REQUEST_LIMITS;
  if (Buffer.byteLength(JSON.stringify(value)) > storeValueBytes)
    throw new HttpError(
      'too-large',
      `An item of the store has at most ${storeValueBytes.toLocaleString('en')} bytes of JSON. Store it in parts.`,
    );
}

/**
 * Whether an item is the memory file. Anything else under the memory namespace (revisions) is the
 * gate's own record. Throws HttpError `forbidden` for it.
 */
function inMemory(
  c: Context<HttpEnv>,
  item: { namespace: readonly string[]; key: string },
): boolean {
  const memory = memoryNamespace(c.var.owner);
  if (!memory.every((part, index) => item.namespace[index] === part)) return false;
  if (item.namespace.length === memory.length && item.key === MEMORY_PATH) return true;
  throw new HttpError(
    'forbidden',
    `Under the memory namespace only ${MEMORY_PATH} can be written; the rest is the server's record.`,
  );
}

function itemView(item: Item | null): Record<string, unknown> | null {
  if (item === null) return null;
  const { createdAt, updatedAt, ...rest } = item;
  return { ...rest, created_at: createdAt, updated_at: updatedAt };
}
