import type { SentMessage } from '../../transport/transport';
import type { MessagePlace } from '../saved/versions';

/** A message on its way, and where in the conversation it is to stand. */
export interface Outgoing extends SentMessage, MessagePlace {
  /** The run in which it failed before, which is not the one that may have taken it now. */
  readonly failedRunId?: string | undefined;
  /** Gives the words back to where the person wrote them, when the server has not taken them. */
  readonly giveBack: () => void;
}

/** Whether two say the same in the same place. */
export function isSame(one: Outgoing | undefined, other: Outgoing): boolean {
  return (
    one?.text === other.text &&
    JSON.stringify(one.attachments) === JSON.stringify(other.attachments) &&
    one.insteadOf === other.insteadOf &&
    one.shown === other.shown
  );
}
