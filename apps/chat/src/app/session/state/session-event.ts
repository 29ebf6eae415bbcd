import type { SentMessage, StreamPart, ThreadSnapshot } from '../../transport/transport';
import type { TransportError } from '../../transport/transport-error';
import type { Confirmation } from './confirmation';
import type { QueueEvent } from './queue';
import type { VersionEvent } from './version-state';

/** What happens in a conversation, as the reducer is told it. */
export type SessionEvent =
  | { readonly type: 'thread-opened' }
  | { readonly type: 'state-read'; readonly snapshot: ThreadSnapshot; readonly at: Date }
  /** All of what is shown, after its newest messages alone were read. */
  | { readonly type: 'earlier-read'; readonly snapshot: ThreadSnapshot }
  | { readonly type: 'open-failed'; readonly error: TransportError }
  /** `insteadOf`: the message that it replaces, with all that followed it. */
  | {
      readonly type: 'message-sent';
      readonly message: SentMessage;
      readonly insteadOf?: string | undefined;
    }
  /** The question was answered; its turn is to go on. */
  | { readonly type: 'answer-sent' }
  | { readonly type: 'run-accepted' }
  /** A turn that the server has (waiting or under way) is now the one that is read. */
  | { readonly type: 'turn-taken-up'; readonly sent: SentMessage | undefined }
  /** Reading goes on: at the place where it broke off, or again from the run's start. */
  | { readonly type: 'run-joined'; readonly fromStart: boolean }
  /** The thread has gone on without this page: what was known of its last turn is history. */
  | { readonly type: 'thread-moved-on' }
  | { readonly type: 'part-received'; readonly part: StreamPart; readonly at: Date }
  | { readonly type: 'connection-lost' }
  /** The server did not take the turn: nothing of it is stored. */
  | { readonly type: 'run-refused'; readonly error: TransportError }
  /** `sent`: the words that got no answer, where the session was not there to see them sent. */
  | {
      readonly type: 'run-failed';
      readonly error: TransportError;
      readonly sent?: SentMessage | undefined;
    }
  | { readonly type: 'run-succeeded' }
  | { readonly type: 'run-stopped' }
  | { readonly type: 'stop-asked' }
  | { readonly type: 'stop-failed'; readonly error: TransportError }
  | { readonly type: 'standing-set'; readonly list: readonly string[] }
  | { readonly type: 'save-judged'; readonly confirmation: Confirmation }
  | VersionEvent
  | QueueEvent;
