import type { AssistantSummary } from '#contract/assistant';
import type { Attachment } from '#contract/attachments';
import type { ModelView } from '#contract/server-info';
import type { RunStatus } from '#contract/status';

import type { TransportError } from './transport-error';

/** One event of a run's stream, as it came over the wire. */
export interface StreamPart {
  /** Position in the run's durable log, to go on from; undefined when the server gave none. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** The assistant that is to answer. */
export interface AnsweringAssistant {
  readonly graphId: string;
  /** Whether its runs are given the person's scope as context: it reads the memory of that scope. */
  readonly takesScope: boolean;
}

/** Values of a thread's state. */
export type Values = Readonly<Record<string, unknown>>;

/** What a turn is to answer. */
export interface TurnRequest {
  readonly threadId: string;
  readonly assistant: AnsweringAssistant;
  /** The client's id for the person's message: the same id comes back in every later read. */
  readonly messageId: string;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** Checkpoint to go on from, which makes a branch; without it the turn follows the newest one. */
  readonly from?: string;
  /** Values of the thread's state that are set together with the message. */
  readonly values?: Values;
  /** Further run context; passed through, the captured scope always last. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Told of what begins now. */
interface Accepting {
  /** Called once, as soon as the server has durably accepted the turn. */
  readonly onAccepted: (runId: string) => void;
}

/** A turn whose events are read from its start. */
export interface StartRequest extends TurnRequest, Accepting {}

/** The answers to all that a turn waits for, by the interrupts' ids; the turn then goes on. */
export interface AnswerRequest extends Accepting {
  readonly threadId: string;
  readonly assistant: AnsweringAssistant;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What a turn waits for; `value` is not trusted. */
export interface Interrupt {
  readonly id: string;
  readonly value: unknown;
}

/** What becomes of the turn that goes on when another is asked for: it is waited for, or stopped. */
export type WhenBusy = 'enqueue' | 'interrupt';

/** A turn to come, which the server keeps until it may begin. */
export interface EnqueueRequest extends TurnRequest {
  readonly whenBusy: WhenBusy;
}

/** A person's message, as sent. */
export interface SentMessage {
  readonly id: string;
  readonly text: string;
  /** The files that go with it; none when absent. */
  readonly attachments?: readonly Attachment[];
  /** Values of the thread's state that are set together with it; known where it was sent. */
  readonly values?: Values;
}

export interface RunSummary {
  readonly runId: string;
  readonly status: RunStatus;
  /** The message that began the run, where the server tells it. */
  readonly sent: SentMessage | undefined;
  /** The checkpoint that the run was asked to go on from, if it was to make a branch. */
  readonly from: string | undefined;
  /** Whether the run is known to leave the memory alone. */
  readonly memoryOff: boolean;
  /** Why the run ended in an error, where the server tells it. */
  readonly failure: TransportError | undefined;
}

/** A thread's state as read; `values` is not trusted. */
export interface ThreadSnapshot {
  readonly values: Readonly<Record<string, unknown>>;
  readonly checkpointId: string | undefined;
  /** When the checkpoint was made, ISO 8601. */
  readonly createdAt: string | undefined;
  /** Nodes that the thread would go on with; empty when its last turn is complete. */
  readonly next: readonly string[];
  /** What it waits for before it goes on. */
  readonly interrupts: readonly Interrupt[];
  /** Where only the newest messages were read: which stand before them, at least one. */
  readonly earlier?: EarlierMessages;
}

/**
 * Ids of the messages of a thread (tool results among them) that stand before those that were read,
 * oldest first; null for one without an id.
 */
export type EarlierMessages = readonly (string | null)[];

/** Where a checkpoint stands in its thread's history. */
export interface CheckpointLink {
  readonly checkpointId: string;
  readonly parentId: string | undefined;
  /** The person's message that its run answers; undefined where none is noted. */
  readonly messageId: string | undefined;
}

/** What is kept with a thread; not trusted. */
export type Metadata = Readonly<Record<string, unknown>>;

/** What the server says of itself. */
export interface ServerInfo {
  /** Undefined where another Agent Server serves, which names none. */
  readonly model: ModelView | undefined;
  /** Name of the client that it serves now; undefined where it names none. */
  readonly clientBuild: string | undefined;
}

/**
 * The only road to the server. Every call rejects with a TransportError; aborting a signal ends a
 * stream quietly. Authoring (`createThread`, `start`, `enqueue`, `answer`, `setMetadata`, `setValues`,
 * `deleteThread`) asks for admission immediately before its request and is never sent twice; joining,
 * reading and stopping work when the scope is blocked.
 */
export interface Transport {
  /** Loads the code that talking needs, ahead of the first message. Asks nothing of the API. */
  prepare(): void;
  /** Creates a thread for an assistant's graph and returns its id. */
  createThread(graphId: string, metadata?: Metadata): Promise<string>;
  /**
   * Starts a turn and yields its events; the turn outlives this stream. Behind a turn of which this
   * page does not know, it waits.
   */
  start(request: StartRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
  /** Asks for a turn after, or instead of, the one going on; resolves with its run's id. */
  enqueue(request: EnqueueRequest): Promise<string>;
  /** Answers what the thread waits for, and yields the events of the turn that goes on. */
  answer(request: AnswerRequest, signal: AbortSignal): AsyncIterable<StreamPart>;
  /** Yields a run's events after `lastEventId`, or all of them; ends with the run. */
  join(
    threadId: string,
    runId: string,
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): AsyncIterable<StreamPart>;
  /** Resolves when the server confirms that the run has stopped. */
  cancel(threadId: string, runId: string): Promise<void>;
  readRun(threadId: string, runId: string): Promise<RunSummary>;
  /** A thread's runs, newest first: every open one, and the newest of those that have ended. */
  readRuns(threadId: string): Promise<readonly RunSummary[]>;
  /** What the thread holds now, or what it held at a checkpoint. */
  readState(threadId: string, checkpointId?: string): Promise<ThreadSnapshot>;
  /** The same now, of long conversations the newest messages alone. */
  readNewest(threadId: string): Promise<ThreadSnapshot>;
  /** Id of the newest checkpoint in the thread's history. */
  readHistoryHead(threadId: string): Promise<string | undefined>;
  /** Where all checkpoints of the thread stand, newest first; read page by page, without values. */
  readLinks(threadId: string): Promise<readonly CheckpointLink[]>;
  readServerInfo(): Promise<ServerInfo>;
  /** The assistants that the server serves, one for each graph. */
  readAssistants(): Promise<readonly AssistantSummary[]>;
  /** What is kept with a thread beside its state; undefined when there is no such thread. */
  readMetadata(threadId: string): Promise<Metadata | undefined>;
  setMetadata(threadId: string, metadata: Metadata): Promise<void>;
  /** Changes values of the thread's state; refused while a turn goes on. */
  setValues(threadId: string, values: Values): Promise<void>;
  /** Says that a thread is in use, from which its time to live is counted. Outlives the page. */
  renewThread(threadId: string): Promise<void>;
  /** Erases a thread for good. The request outlives the page. One already gone is no failure. */
  deleteThread(threadId: string): Promise<void>;
}

/** Whether a run is still to end. */
export function isActive(status: RunStatus): boolean {
  return status === 'pending' || status === 'running';
}
