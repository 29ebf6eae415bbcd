import type { SentMessage } from '../transport/transport';

/** A message on its way, and where in the conversation it is to stand. */
export interface Outgoing extends SentMessage {
  /** Checkpoint of the earlier version that the person looks at; undefined for the newest one. */
  readonly shown: string | undefined;
  /** The message that it is said in place of, with all that followed. */
  readonly insteadOf?: string | undefined;
  /** Whether it may follow as a message of its own where the history cannot leave the other out. */
  readonly mayFollow?: boolean;
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
