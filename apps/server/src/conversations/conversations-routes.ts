import { Hono } from 'hono';
import { z } from 'zod';

import type { ConversationHitView, ConversationView } from '#contract/conversation';
import { MEMORY_MODE_KEY } from '#contract/memory-mode';
import { RECALL_KEY, RECALL_OFF } from '#contract/recall';

import type { AppParts } from '../app-parts.ts';
import { page, readBody, readQuery } from '../http/body.ts';
import type { HttpApp, HttpEnv } from '../http/http-env.ts';
import { setPaging } from '../http/paging.ts';
import type { Conversation, ConversationHit } from '../storage/conversations.ts';
import { threadNotFound } from '../threads/owned-thread.ts';

/** Most conversations in one reply: each costs reading its first words. */
const MAX_PAGE = 100;
const MAX_QUERY_LENGTH = 200;

const listQuery = z.object({
  limit: z.coerce.number().pipe(page.limit.unwrap().max(MAX_PAGE)).default(30),
  offset: z.coerce.number().pipe(page.offset.unwrap()).default(0),
});

const searchBody = z.object({
  query: z.string().max(MAX_QUERY_LENGTH, `has at most ${MAX_QUERY_LENGTH} characters`),
  limit: page.limit.unwrap().max(MAX_PAGE).default(30),
  offset: page.offset,
});

/**
 * Threads as a person looks for them: by title and day, or by what was said. What is looked for
 * travels in a body, so that no log of addresses ever holds it.
 */
export function conversationsRoutes({ storage, authorizer, ownThread }: AppParts): HttpApp {
  const api: HttpApp = new Hono<HttpEnv>();
  api.get('/', async (c) => {
    const query = readQuery(c, listQuery);
    await authorizer.authorize(c.var.owner, 'threads:search', {});
    const { total, items } = await storage.conversations.list(c.var.owner, query);
    setPaging(c, { total, offset: query.offset, shown: items.length });
    return c.json(items.map(conversationView));
  });
  api.post('/search', async (c) => {
    const { query, ...slice } = await readBody(c, searchBody);
    await authorizer.authorize(c.var.owner, 'threads:search', {});
    const { total, items } = await storage.conversations.search(c.var.owner, query, slice);
    setPaging(c, { total, offset: slice.offset, shown: items.length });
    return c.json(items.map(hitView));
  });
  api.get('/:thread_id', async (c) => {
    const { threadId } = await ownThread(c, 'threads:read');
    const conversation = await storage.conversations.get(c.var.owner, threadId);
    // It may have been deleted between the two reads.
    if (conversation === undefined) throw threadNotFound();
    return c.json(conversationView(conversation));
  });
  return api;
}

function conversationView({ thread, title, activeAt }: Conversation): ConversationView {
  const graphId = thread.metadata['graph_id'];
  return {
    thread_id: thread.threadId,
    title: title ?? null,
    status: thread.status,
    ...(thread.damage !== undefined && { error: thread.damage }),
    created_at: thread.createdAt.toISOString(),
    updated_at: thread.updatedAt.toISOString(),
    active_at: activeAt.toISOString(),
    temporary: thread.metadata[MEMORY_MODE_KEY] === 'temporary',
    // Which assistant it is with; a thread that never ran may name none.
    graph_id: typeof graphId === 'string' ? graphId : null,
    left_out: thread.metadata[RECALL_KEY] === RECALL_OFF,
  };
}

function hitView(hit: ConversationHit): ConversationHitView {
  const { titleMatches, turns, turnCount, whole } = hit;
  return {
    ...conversationView(hit),
    title_matches: titleMatches,
    has_all_words: whole,
    turns: turns.map(({ excerpt: { matches, text }, messageId, saidAt, speaker }) => ({
      message_id: messageId,
      speaker,
      said_at: saidAt.toISOString(),
      text,
      matches,
    })),
    turn_count: turnCount,
  };
}
