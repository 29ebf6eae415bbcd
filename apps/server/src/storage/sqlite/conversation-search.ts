import { type Findings, findTyped, type FoundIn } from '../../search/find-typed.ts';
import { placesOf } from '../../search/phrases.ts';
import type { ConversationHit, FoundTurn, Page, PageQuery } from '../conversations.ts';
import type { ConversationRows } from './conversation-rows.ts';
import type { OwnerIndex } from './search-reader.ts';
import { excerptOf } from './snippet.ts';
import { wholeText } from './message-text.ts';

/** Messages of one conversation that are shown; the others are counted. */
const MAX_TURNS = 20;

/** The conversations in which what a person typed stands, and every place in them. */
export function searchConversations(
  owner: string,
  typed: string,
  { limit, offset }: PageQuery,
  { index, rows }: { readonly index: OwnerIndex; readonly rows: ConversationRows },
): Page<ConversationHit> {
  const findings = findTyped(index, typed);
  const { conversations } = findings;
  const page = conversations.slice(offset, offset + limit);
  const ids = index.threadIds(page.map(({ thread }) => thread));
  const items = page.flatMap((found) => {
    const id = ids.get(found.thread);
    return id === undefined ? [] : hits(owner, id, found, findings, index, rows);
  });
  return { total: conversations.length, items };
}

function hits(
  owner: string,
  id: string,
  found: FoundIn,
  { forms, phrases, whole }: Findings,
  index: OwnerIndex,
  rows: ConversationRows,
): ConversationHit[] {
  const said = rows.said(owner, id);
  const turns = found.places.slice(0, MAX_TURNS).flatMap((place): FoundTurn[] => {
    const message = said[place - 1];
    const [passage] = index.read(found.thread, place, place);
    // It may have been taken back since the index was brought up to date.
    if (!message || !passage) return [];
    const text = wholeText(message);
    return [
      {
        messageId: message.message,
        speaker: message.role === 'human' ? 'person' : 'assistant',
        saidAt: new Date(passage.at),
        excerpt: excerptOf({ text, matches: placesOf(phrases, text, forms) }),
      },
    ];
  });
  return rows.named(owner, [id]).map((conversation) => ({
    ...conversation,
    titleMatches: found.byTitle ? placesOf(phrases, conversation.title ?? '', forms) : [],
    turns,
    turnCount: found.places.length,
    whole,
  }));
}
