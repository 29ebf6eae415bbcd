import type { EarlierMessages, SentMessage } from '../../transport/transport';
import type { TransportError } from '../../transport/transport-error';
import type { ReceivedObservation, StoredObservation } from '../evidence/evidence';
import type { AskedQuestion } from './asked-question';
import type { Confirmation } from './confirmation';
import type { Queue } from './queue';
import type { Subagents } from './subagents';
import { NO_WORK, type ThreadWork } from './thread-work';
import type { Transcript } from './transcript';
import { NO_VERSIONS, type VersionState } from './version-state';

/** Where the current turn stands. */
export type Turn =
  | 'idle'
  /** Sent, not yet accepted by the server. */
  | 'sending'
  | 'running'
  /** The connection is lost; the server goes on, and this page tries to read on. */
  | 'reconnecting'
  /** A stop was asked for and is not yet confirmed. */
  | 'stopping';

/** What went wrong, where the answer would stand. */
export interface Failure {
  readonly error: TransportError;
  /** The person's words that got no answer, to be sent again; undefined when none were lost. */
  readonly text: string | undefined;
  /** The message they are, where the conversation holds it. */
  readonly messageId: string | undefined;
}

/** Everything one conversation shows. */
export interface SessionState extends VersionState {
  /** Whether the thread's stored state is being read for the first time. */
  readonly opening: boolean;
  /** Whether that first read failed: what the thread holds is not known. */
  readonly unopened: boolean;
  readonly messages: Transcript;
  /** What stands before the messages and was not read yet. */
  readonly earlier: EarlierMessages;
  readonly turn: Turn;
  /** The person's message of the current turn, until its answer has ended. */
  readonly sent: SentMessage | undefined;
  readonly failure: Failure | undefined;
  /** What went wrong with messages that got no answer, by their id; kept when later turns begin. */
  readonly unanswered: ReadonlyMap<string, Failure>;
  /** Messages that wait for their turn. */
  readonly queue: Queue;
  /** Whether the newest answer was stopped before its end. */
  readonly stopped: boolean;
  /** Why a stop could not be confirmed; the turn goes on. */
  readonly stopFailure: TransportError | undefined;
  readonly received: ReceivedObservation | undefined;
  readonly stored: StoredObservation | undefined;
  /** Whether the last answer was seen saved; undefined while that is not known. */
  readonly confirmation: Confirmation | undefined;
  /** What the turn waits for: answers before it writes; counts only while no turn goes on. */
  readonly questions: readonly AskedQuestion[];
  /** What the person wants observed in this conversation, as its newest state holds it. */
  readonly standing: readonly string[];
  /** What subagents were seen to do; kept while the page shows the conversation, and no longer. */
  readonly subagents: Subagents;
  /** The agent's plan and the conversation's files. */
  readonly work: ThreadWork;
  /** What the newest state that was read holds beside the messages; not trusted. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What was shown before a message that the server has not taken yet. */
  readonly before: Pick<SessionState, 'messages' | 'older'> | undefined;
}

/** A conversation in which nothing has been said. */
export const EMPTY_SESSION: SessionState = {
  opening: false,
  unopened: false,
  messages: [],
  earlier: [],
  turn: 'idle',
  sent: undefined,
  failure: undefined,
  unanswered: new Map(),
  queue: [],
  stopped: false,
  stopFailure: undefined,
  received: undefined,
  stored: undefined,
  confirmation: undefined,
  questions: [],
  standing: [],
  ...NO_VERSIONS,
  before: undefined,
  subagents: new Map(),
  work: NO_WORK,
  values: {},
};
