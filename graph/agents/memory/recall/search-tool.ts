import { ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { getConfig } from '@langchain/langgraph';
import { tool, type ToolRuntime } from 'langchain';
import { z } from 'zod';

import { parseTurnLink, RECALL_TOOL, type RecalledTurn } from '#contract/recall';
import { isTimeZone, TIME_ZONE_KEY } from '#contract/time-zone';

import { loadPrompt } from '../../../prompts.ts';
import { endOfDay, isDay, startOfDay } from './days.ts';
import {
  runPastConversations,
  type PastConversations,
  type PastTurn,
} from './past-conversations.ts';
import { resultText } from './result-text.ts';

/** Messages that a search finds at most; what has no room in the result is counted. */
const MOST_FOUND = 30;
/** Neighbours of a message that are told with it. */
const BEFORE = 4;
const AFTER = 8;

const day = z.string().refine(isDay, 'a day such as 2026-03-12').optional();
const search = z.object({
  queries: z
    .array(z.string().trim().min(1).max(300))
    .max(5)
    .default([])
    .describe('3 to 5 short wordings of what to find, in words as they may have been said'),
  from: day.describe('first day, as 2026-03-12'),
  until: day.describe('last day'),
  around: z.string().optional().describe('instead of queries: a link of a result, for its context'),
});
type Search = z.infer<typeof search>;

/** Finds what was said in past conversations; of the present one, what its model sees no more. */
export const searchConversations = tool(
  async (asked: Search, runtime: ToolRuntime) => {
    const past = runPastConversations();
    const outOfSight = outOfSightIn(runtime.state);
    const zone = timeZone();
    const found =
      past === undefined
        ? 'past conversations cannot be searched here.'
        : await find(past, asked, outOfSight, zone);
    if (typeof found === 'string') return answer(`Error: ${found}`, runtime.toolCallId);
    const { text, told } = resultText(found, asked.around ? 'in order' : 'best first', zone);
    return answer(text, runtime.toolCallId, told.map(asRecalled));
  },
  { name: RECALL_TOOL, description: loadPrompt('tools/search_conversations'), schema: search },
);

/** What was found, or why nothing could be looked for. */
async function find(
  past: PastConversations,
  { around, from, queries, until }: Search,
  outOfSight: ReadonlySet<string>,
  zone: string,
): Promise<readonly PastTurn[] | string> {
  if (around !== undefined) {
    const place = parseTurnLink(around.trim());
    if (!place) return 'around takes a link as a result of this tool names it.';
    const { message_id: messageId, thread_id: threadId } = place;
    return past.around({ threadId, messageId, before: BEFORE, after: AFTER, outOfSight });
  }
  if (queries.length === 0) return 'say in queries what to look for.';
  return past.search({
    wordings: queries,
    from: from === undefined ? undefined : startOfDay(from, zone),
    until: until === undefined ? undefined : endOfDay(until, zone),
    limit: MOST_FOUND,
    outOfSight,
  });
}

/** Ids of the messages that a summary stands for by now. */
export function outOfSightIn(state: unknown): ReadonlySet<string> {
  const { _summarizationEvent: event, messages = [] } = state as {
    readonly _summarizationEvent?: { readonly cutoffIndex?: number };
    readonly messages?: readonly BaseMessage[];
  };
  const gone = messages.slice(0, event?.cutoffIndex ?? 0);
  return new Set(gone.flatMap(({ id }) => (id === undefined ? [] : [id])));
}

function timeZone(): string {
  const zone: unknown = getConfig().configurable?.[TIME_ZONE_KEY];
  return isTimeZone(zone) ? zone : 'UTC';
}

function answer(content: string, toolCallId: string, found?: readonly RecalledTurn[]): ToolMessage {
  return new ToolMessage({
    content,
    tool_call_id: toolCallId,
    name: RECALL_TOOL,
    ...(found ? { artifact: { found } } : { status: 'error' as const }),
  });
}

function asRecalled({ messageId, saidAt, speaker, threadId, title }: PastTurn): RecalledTurn {
  return {
    thread_id: threadId,
    message_id: messageId,
    title: title ?? null,
    speaker,
    said_at: saidAt.toISOString(),
  };
}
