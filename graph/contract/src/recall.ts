import { isInstant, isString, listOf, nullOr, oneOf, shapeOf } from './shape.ts';

/** Name of the tool by which the agent searches past conversations. */
export const RECALL_TOOL = 'search_conversations';

/** Key in thread metadata. With this value nothing is recalled from the conversation. */
export const RECALL_KEY = 'recall';
export const RECALL_OFF = 'off';

/** A message, by its conversation. */
export interface TurnPlace {
  readonly thread_id: string;
  readonly message_id: string;
}

/** A message that the tool has found, as its result's artifact tells the page of it. */
export interface RecalledTurn extends TurnPlace {
  /** Title of its conversation. */
  readonly title: string | null;
  readonly speaker: 'person' | 'assistant';
  readonly said_at: string;
}

const PREFIX = 'message-';

/** The element id of a message on the page, which the fragment of an address names. */
export function messageAnchor(messageId: string): string {
  return PREFIX + messageId;
}

/** The message that a fragment names; undefined when it names something else. */
export function anchoredMessage(fragment: string | null): string | undefined {
  return fragment?.startsWith(PREFIX) === true ? fragment.slice(PREFIX.length) : undefined;
}

/** The address, within the app, that opens a conversation at a message. */
export function turnLink({ message_id, thread_id }: TurnPlace): string {
  return `/c/${encoded(thread_id)}#${PREFIX}${encoded(message_id)}`;
}

const LINK = /^\/c\/([^/?#]+)#message-([^?#]+)$/;

/** What such an address names; undefined for any other address. */
export function parseTurnLink(address: string): TurnPlace | undefined {
  const [, thread, message] = LINK.exec(address) ?? [];
  if (thread === undefined || message === undefined) return undefined;
  try {
    return { thread_id: decodeURIComponent(thread), message_id: decodeURIComponent(message) };
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

/** Parentheses would end a Markdown link. */
function encoded(id: string): string {
  return encodeURIComponent(id.toWellFormed()).replace(/[()]/g, (each) =>
    each === '(' ? '%28' : '%29',
  );
}

const isArtifact = shapeOf<{ readonly found: readonly RecalledTurn[] }>({
  found: listOf(
    shapeOf<RecalledTurn>({
      thread_id: isString,
      message_id: isString,
      title: nullOr(isString),
      speaker: oneOf(['person', 'assistant']),
      said_at: isInstant,
    }),
  ),
});

/** What a result's artifact says that was found; undefined for any other artifact. */
export function recalledTurnsIn(artifact: unknown): readonly RecalledTurn[] | undefined {
  return isArtifact(artifact) ? artifact.found : undefined;
}
