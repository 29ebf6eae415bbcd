import { isString, listOf, nullOr } from './shape.ts';

/** Query of `GET /api/threads/:id/state`: of its messages, about so many of the newest alone. */
export const NEWEST_MESSAGES_QUERY = 'newest_messages';

/** Field beside `values` that names the messages left out, oldest first; null for one without an id. */
export const EARLIER_MESSAGES_KEY = 'earlier_messages';

const isIds = listOf(nullOr(isString));

/** The ids of the messages that a state leaves out, none where it tells of none; undefined if unreadable. */
export function earlierMessagesIn(state: object): readonly (string | null)[] | undefined {
  const ids: unknown = Reflect.get(state, EARLIER_MESSAGES_KEY) ?? [];
  return isIds(ids) ? ids : undefined;
}
