import { signal, type Signal } from '@angular/core';

import {
  isActive,
  type RunStatus,
  type RunSummary,
  type SentMessage,
  type StreamPart,
  type Transport,
} from '../transport/transport';
import { toTransportError, TransportError } from '../transport/transport-error';
import { confirmSaved } from './confirm';
import { Draft } from './draft';
import { findRunOf } from './find-run';
import type { Frames } from './frames';
import { LiveState } from './live-state';
import type { SessionState } from './reduce';
import { transcriptOf } from './transcript';

/** What a session needs of its surroundings. */
export interface SessionDeps {
  readonly transport: Transport;
  readonly frames: Frames;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Told once, when the first message has created this conversation's thread. */
  readonly onThreadCreated: (threadId: string) => void;
}

/** Waits between attempts to read on after a lost connection, in milliseconds; the last repeats. */
const RECONNECT_MS = [500, 1_000, 2_000, 5_000] as const;

/** One conversation: its thread, its current run, and what the page shows of them. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #live: LiveState;
  readonly state: Signal<SessionState>;
  readonly #threadId = signal<string | undefined>(undefined);
  readonly threadId = this.#threadId.asReadonly();
  readonly draft = new Draft();

  /** Ends this page's reading; the run itself belongs to the server and goes on. */
  readonly #reading = new AbortController();
  #left = false;
  #runId: string | undefined;
  #stopWanted = false;
  #lastEventId: string | undefined;
  /** A message of which it is not known whether the server took it. */
  #uncertain: SentMessage | undefined;

  constructor(deps: SessionDeps, threadId?: string) {
    this.#deps = deps;
    this.#live = new LiveState(deps.frames);
    this.state = this.#live.state;
    this.#threadId.set(threadId);
  }

  /** Shows what the thread holds, by reads alone, and joins its run if one is going on. */
  async open(): Promise<void> {
    const threadId = this.#threadId();
    if (threadId === undefined) return;
    this.#live.dispatch({ type: 'thread-opened' });
    try {
      // The run first: should it end between the reads, the state is read after its end.
      const run = await this.#deps.transport.readLatestRun(threadId);
      await this.#readState(threadId);
      if (run !== undefined) await this.#takeUp(threadId, run);
    } catch (error) {
      this.#live.dispatch({ type: 'open-failed', error: toTransportError(error) });
    }
  }

  /** Sends a message, and follows its turn to the end. Ignored while another turn goes on. */
  async send(text: string): Promise<void> {
    if (this.state().turn !== 'idle' || this.#left) return;
    const repeated = this.#uncertain?.text === text ? this.#uncertain : undefined;
    const sent = repeated ?? { id: this.#deps.newId(), text };
    this.#begin();
    this.#live.dispatch({ type: 'message-sent', message: sent });
    this.draft.take(text);
    try {
      const threadId = await this.#thread();
      // Before words of unknown fate are sent again, the server is asked whether it has them.
      if (repeated === undefined || !(await this.#followIfTaken(threadId, sent)))
        await this.#start(threadId, sent);
    } catch (error) {
      await this.#settleFailedSend(toTransportError(error), sent);
    }
  }

  /** Asks the server to stop the turn. What was said stays; "stopping" until it is confirmed. */
  async stop(): Promise<void> {
    const { turn } = this.state();
    if (turn === 'idle' || turn === 'stopping') return;
    this.#live.dispatch({ type: 'stop-asked' });
    this.#stopWanted = true;
    if (this.#runId !== undefined) await this.#cancel(this.#runId);
  }

  /**
   * Leaves the conversation: nothing that arrives later is shown. A message on its way is still
   * delivered, since the person has sent it.
   */
  leave(): void {
    this.#left = true;
    this.#live.close();
    if (this.#runId !== undefined || this.state().turn === 'idle') this.#reading.abort();
  }

  #begin(): void {
    this.#runId = undefined;
    this.#lastEventId = undefined;
    this.#stopWanted = false;
    this.#uncertain = undefined;
  }

  async #thread(): Promise<string> {
    const known = this.#threadId();
    if (known !== undefined) return known;
    const threadId = await this.#deps.transport.createThread();
    this.#threadId.set(threadId);
    if (!this.#left) this.#deps.onThreadCreated(threadId);
    return threadId;
  }

  async #start(threadId: string, sent: SentMessage): Promise<void> {
    const parts = this.#deps.transport.start(
      {
        threadId,
        messageId: sent.id,
        text: sent.text,
        onAccepted: (runId) => this.#accepted(runId),
      },
      this.#reading.signal,
    );
    try {
      await this.#take(parts);
    } catch (error) {
      // An accepted run is followed whatever became of the connection that began it.
      if (this.#runId === undefined) throw error;
      this.#live.dispatch({ type: 'connection-lost' });
    }
    if (this.#runId !== undefined) await this.#follow(threadId, this.#runId, sent);
    else if (!this.#left) throw toTransportError(new Error('the stream ended before it began'));
  }

  #accepted(runId: string): void {
    if (this.#runId !== undefined) return;
    this.#runId = runId;
    this.#live.dispatch({ type: 'run-accepted' });
    if (this.#left) this.#reading.abort();
    else if (this.#stopWanted) void this.#cancel(runId);
  }

  async #cancel(runId: string): Promise<void> {
    const threadId = this.#threadId();
    if (threadId === undefined) return;
    try {
      await this.#deps.transport.cancel(threadId, runId);
    } catch (error) {
      this.#live.dispatch({ type: 'stop-failed', error: toTransportError(error) });
    }
  }

  async #take(parts: AsyncIterable<StreamPart>): Promise<void> {
    for await (const part of parts) {
      if (part.id !== undefined) this.#lastEventId = part.id;
      const runId = runIdOf(part);
      if (runId !== undefined) this.#accepted(runId);
      this.#live.enqueue({ type: 'part-received', part, at: this.#deps.now() });
    }
  }

  /**
   * Reads on until the run has ended. A stream that closed says nothing by itself: the run's own
   * status does. Only reads are repeated.
   */
  async #follow(threadId: string, runId: string, sent: SentMessage | undefined): Promise<void> {
    let failures = 0;
    while (!this.#left) {
      const before = this.#lastEventId;
      try {
        const run = await this.#deps.transport.readRun(threadId, runId);
        if (!isActive(run.status)) {
          await this.#settle(threadId, run, sent);
          return;
        }
        this.#live.dispatch({ type: 'run-joined', fromStart: before === undefined, sent });
        const { signal } = this.#reading;
        await this.#take(this.#deps.transport.join(threadId, runId, before, signal));
      } catch (error) {
        const failure = toTransportError(error);
        if (failure.kind !== 'offline' && failure.kind !== 'server') {
          this.#live.dispatch({ type: 'run-failed', error: failure });
          return;
        }
        this.#live.dispatch({ type: 'connection-lost' });
      }
      // A stream that brought something ended for a reason: ask at once. Else wait a little longer.
      failures = this.#lastEventId === before ? failures + 1 : 0;
      const wait = RECONNECT_MS[Math.min(failures, RECONNECT_MS.length) - 1];
      if (wait !== undefined) await this.#deps.pause(wait, this.#reading.signal);
    }
  }

  async #takeUp(threadId: string, run: RunSummary): Promise<void> {
    this.#begin();
    if (isActive(run.status)) {
      this.#runId = run.runId;
      await this.#follow(threadId, run.runId, run.sent);
    } else if (run.status === 'interrupted') this.#live.dispatch({ type: 'run-stopped' });
    else if (run.status !== 'success') this.#fail(run);
  }

  async #settle(threadId: string, run: RunSummary, sent: SentMessage | undefined): Promise<void> {
    this.#runId = undefined;
    if (run.status === 'success') {
      await this.#confirm(threadId, sent);
      return;
    }
    if (run.status === 'interrupted') this.#live.dispatch({ type: 'run-stopped' });
    else this.#fail(run);
    try {
      await this.#readState(threadId);
    } catch {
      // The turn's own outcome is already told; what was shown stays, and the next read mends it.
    }
  }

  /** Ends the turn in an error. What the stream told of it, if it did, says more than the status. */
  #fail({ status, failure, sent: began }: RunSummary): void {
    const { sent } = this.state();
    const error =
      failure ?? new TransportError('run-failed', statusSentence(status), { retryable: true });
    this.#live.dispatch({ type: 'run-failed', error, text: began?.text });
    if (sent !== undefined) this.draft.giveBack(sent.text);
  }

  async #confirm(threadId: string, sent: SentMessage | undefined): Promise<void> {
    this.#live.dispatch({ type: 'run-succeeded' });
    const { messages: shown, received } = this.state();
    try {
      const historyHead = await this.#deps.transport.readHistoryHead(threadId);
      const snapshot = await this.#readState(threadId);
      const at = this.#deps.now();
      const confirmation = confirmSaved({ shown, sent, received, snapshot, historyHead, at });
      this.#live.dispatch({ type: 'save-judged', confirmation });
      if (sent !== undefined && !holds(snapshot.values, sent.id)) this.draft.giveBack(sent.text);
    } catch {
      // The answer stands; only its confirmation is missing, and that is what is said.
      const reason = 'the saved state could not be read';
      this.#live.dispatch({ type: 'save-judged', confirmation: { saved: false, reason } });
    }
  }

  async #readState(threadId: string) {
    const snapshot = await this.#deps.transport.readState(threadId);
    this.#live.dispatch({ type: 'state-read', snapshot, at: this.#deps.now() });
    return snapshot;
  }

  /** Tells a send that failed, unless the server has taken it all the same. */
  async #settleFailedSend(error: TransportError, sent: SentMessage): Promise<void> {
    const threadId = this.#threadId();
    if (error.kind === 'offline' && threadId !== undefined) {
      if (await this.#followIfTaken(threadId, sent)) return;
      this.#uncertain = sent;
    }
    this.#live.dispatch({ type: 'run-refused', error });
    this.draft.giveBack(sent.text);
  }

  async #followIfTaken(threadId: string, sent: SentMessage): Promise<boolean> {
    const run = await findRunOf(this.#deps.transport, threadId, sent.id);
    if (run === undefined) return false;
    this.#accepted(run.runId);
    await this.#follow(threadId, run.runId, sent);
    return true;
  }
}

function holds(values: Readonly<Record<string, unknown>>, messageId: string): boolean {
  return transcriptOf(values['messages']).some(({ id }) => id === messageId);
}

function runIdOf({ event, data }: StreamPart): string | undefined {
  if (event !== 'metadata' || typeof data !== 'object' || data === null) return undefined;
  return 'run_id' in data && typeof data.run_id === 'string' ? data.run_id : undefined;
}

function statusSentence(status: RunStatus): string {
  return status === 'timeout'
    ? 'The answer took too long and was ended. Try again.'
    : 'The last answer ended in an error. Send your message again to go on.';
}
