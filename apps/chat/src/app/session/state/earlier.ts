import { isObject } from '#contract/shape';

import type { EarlierMessages, ThreadSnapshot } from '../../transport/transport';
import type { SessionState } from './session-state';
import { transcriptOf, type Transcript } from './transcript';

/** Said of a conversation of which everything was read. */
export const NOTHING_EARLIER: EarlierMessages = [];

/** Whether a list of messages begins with those that stand before what is shown, by their ids. */
export function beginsWith(messages: readonly unknown[], earlier: EarlierMessages): boolean {
  return earlier.every((id, place) => idOf(messages[place]) === id);
}

/**
 * The messages that stand before what is shown, out of a state that holds them all; undefined when it
 * does not begin with them: it is of another branch then.
 */
export function earlierIn(
  snapshot: ThreadSnapshot,
  earlier: EarlierMessages,
): Transcript | undefined {
  const messages = snapshot.values['messages'];
  if (!Array.isArray(messages) || !beginsWith(messages, earlier)) return undefined;
  return transcriptOf(messages.slice(0, earlier.length));
}

/** Puts the messages that stand before what is shown in front of it. */
export function withEarlier(state: SessionState, snapshot: ThreadSnapshot): SessionState {
  const messages = earlierIn(snapshot, state.earlier);
  if (messages === undefined) return state;
  return { ...state, earlier: NOTHING_EARLIER, messages: [...messages, ...state.messages] };
}

function idOf(message: unknown): string | null {
  const id = isObject(message) ? message['id'] : undefined;
  return typeof id === 'string' ? id : null;
}
