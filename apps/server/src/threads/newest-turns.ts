import { EARLIER_MESSAGES_KEY } from '#contract/newest-messages';
import { isObject } from '#contract/shape';

/** Characters of JSON after which no further turn is added, however few messages that is. */
const ENOUGH_CHARACTERS = 200_000;

type View = Readonly<Record<string, unknown>>;

/**
 * Leaves the newest turns of a state's messages, and tells the ids of those left out beside the values
 * (`earlier_messages`, oldest first; null for a message without an id). Turns stay whole: as many as it
 * takes to have `count` messages, fewer where they are long, and always the newest one. A state
 * without a list of messages stays as it is.
 */
export function withNewestTurns(view: View, count: number): View {
  const values = view['values'];
  if (!isObject(values) || !Array.isArray(values['messages'])) return view;
  const messages: readonly unknown[] = values['messages'];
  const start = startOfNewest(messages, count);
  return {
    ...view,
    values: { ...values, messages: messages.slice(start) },
    [EARLIER_MESSAGES_KEY]: messages.slice(0, start).map(idOf),
  };
}

function startOfNewest(messages: readonly unknown[], count: number): number {
  let start = messages.length;
  let characters = 0;
  for (let place = messages.length - 1; place >= 0; place -= 1) {
    characters += JSON.stringify(messages[place]).length;
    if (characters > ENOUGH_CHARACTERS && start < messages.length) return start;
    if (!beginsTurn(messages[place])) continue;
    start = place;
    if (messages.length - start >= count) return start;
  }
  // What stands before the first turn goes with it.
  return 0;
}

function beginsTurn(message: unknown): boolean {
  return isObject(message) && message['type'] === 'human';
}

function idOf(message: unknown): string | null {
  const id = isObject(message) ? message['id'] : undefined;
  return typeof id === 'string' ? id : null;
}
