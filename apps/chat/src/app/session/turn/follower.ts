import type { RunSummary, SentMessage, ThreadSnapshot, Transport } from '../../transport/transport';
import { toTransportError } from '../../transport/transport-error';
import type { Draft } from '../draft/draft';
import type { ThreadView } from '../saved/thread-view';
import type { LiveState } from '../state/live-state';
import type { Outbox } from './outbox';
import { failureOf, hasBegun, holds, nextAfter, oldestOpen } from './run-outcome';
import { RunReader } from './run-reader';

export interface FollowerDeps {
  readonly transport: Transport;
  readonly live: LiveState;
  readonly outbox: Outbox;
  readonly view: ThreadView;
  readonly draft: Draft;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A turn as this page reads it. */
export interface Turn {
  /** What the person said; undefined for a turn that another client began in its own way. */
  readonly sent: SentMessage | undefined;
  readonly reader: RunReader;
  /** Undefined until the server has accepted the turn. */
  runId: string | undefined;
}

/** Reads a thread's turns, one after the other, as the server has them. Writes nothing. */
export class Follower {
  readonly #deps: FollowerDeps;
  /** Ends this page's reading; the runs themselves belong to the server and go on. */
  readonly #reading = new AbortController();
  /** The newest run that this page has taken note of. */
  #seenRunId: string | undefined;
  #turn: Turn | undefined;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /** Aborted once nothing is read any more. */
  get signal(): AbortSignal {
    return this.#reading.signal;
  }

  /** The turn that is, or was last, read. */
  get turn(): Turn | undefined {
    return this.#turn;
  }

  leave(): void {
    this.#reading.abort();
  }

  /** Shows what the thread holds, and joins its run if one is going on. */
  async open(threadId: string): Promise<void> {
    const { live, outbox, transport, view } = this.#deps;
    live.dispatch({ type: 'thread-opened' });
    try {
      // The runs first: should one end between the reads, the state is read after its end.
      const known = outbox.known();
      const runs = await transport.readRuns(threadId);
      await this.#joinRun(threadId, runs, known, await view.readNewest(threadId));
    } catch (error) {
      live.dispatch({ type: 'open-failed', error: toTransportError(error) });
    }
  }

  /**
   * Looks whether the thread has gone on without this page, and joins what goes on. Whether
   * something new is shown; resolves when it has ended.
   */
  async lookAgain(threadId: string): Promise<boolean> {
    const { live, outbox, transport, view } = this.#deps;
    try {
      const known = outbox.known();
      const runs = await transport.readRuns(threadId);
      const newest = runs.find(({ runId }) => !outbox.isCalledOff(runId));
      const isQuiet = newest?.runId === this.#seenRunId && oldestOpen(runs) === undefined;
      if (this.#isBusy() || isQuiet) {
        const { runId, sent } = this.#isBusy() ? (this.#turn ?? NO_TURN) : NO_TURN;
        outbox.tell(runs, known, { runId, sent });
        return false;
      }
      const snapshot = await transport.readState(threadId);
      if (this.#isBusy()) return false;
      live.dispatch({ type: 'thread-moved-on' });
      view.show(snapshot);
      await this.#joinRun(threadId, runs, known, snapshot);
      return true;
    } catch {
      // Nobody asked for this look: what is shown stays, and the next action tells what is wrong.
      return false;
    }
  }

  /** The newest run that this page knows of. */
  get lastRunId(): string | undefined {
    return this.#seenRunId;
  }

  /** Shows what the thread holds now, if it can be read. */
  async reread(threadId: string): Promise<void> {
    await this.#deps.view.readIfPossible(threadId);
  }

  /** Makes a turn of this page the one that is read. */
  begin(sent: SentMessage | undefined): Turn {
    const { live, now, pause, transport } = this.#deps;
    const reader = new RunReader({ transport, live, now, pause, signal: this.signal });
    this.#turn = { sent, reader, runId: undefined };
    return this.#turn;
  }

  /** Notes the run that the server has made for a turn. */
  accepted(turn: Turn, runId: string): void {
    turn.runId = runId;
    this.#seenRunId = runId;
  }

  /** Reads an accepted turn to its end, and those that come after it. */
  async follow(threadId: string, runId: string, turn: Turn): Promise<void> {
    try {
      const ended = await turn.reader.toEnd(threadId, runId);
      if (ended !== undefined) await this.#settle(threadId, ended, turn);
    } catch (error) {
      this.#deps.live.dispatch({ type: 'run-failed', error: toTransportError(error) });
    }
  }

  #isBusy(): boolean {
    return this.signal.aborted || this.#deps.live.state().turn !== 'idle';
  }

  /** Follows the oldest open run, or else tells how the newest one ended. */
  async #joinRun(
    threadId: string,
    runs: readonly RunSummary[],
    known: ReadonlySet<string>,
    snapshot: ThreadSnapshot,
  ): Promise<void> {
    const { live, outbox, view } = this.#deps;
    const next = oldestOpen(runs);
    outbox.tell(runs, known, next ?? NO_TURN);
    this.#seenRunId = runs[0]?.runId;
    if (next !== undefined) return this.#followNext(threadId, next);
    const last = runs.find((run) => hasBegun(run, snapshot.values));
    if (last?.status === 'success') return view.confirmRestored(threadId, last, snapshot);
    if (last?.status === 'interrupted') live.dispatch({ type: 'run-stopped' });
    else if (last !== undefined) this.#fail(last);
  }

  async #followNext(threadId: string, run: RunSummary): Promise<void> {
    await this.#showOrigin(threadId, run);
    if (this.signal.aborted) return;
    const turn = this.begin(run.sent);
    this.accepted(turn, run.runId);
    this.#deps.live.dispatch({ type: 'turn-taken-up', sent: run.sent });
    await this.follow(threadId, run.runId, turn);
  }

  /** A turn that makes a branch follows what its origin holds, not what was newest until then. */
  async #showOrigin(threadId: string, { from, sent }: RunSummary): Promise<void> {
    const { live, view } = this.#deps;
    if (from === undefined || live.state().messages.some(({ id }) => id === sent?.id)) return;
    await view.readIfPossible(threadId, from);
  }

  /** Tells how a turn ended, and goes on with the next one if the server has one. */
  async #settle(threadId: string, ended: RunSummary, turn: Turn): Promise<void> {
    const { draft, live, view } = this.#deps;
    const next = await this.#nextRun(threadId, turn);
    // Read while the turn still counts as going on, so that nothing comes between the two turns.
    if (next !== undefined) await view.readIfPossible(threadId);
    if (ended.status === 'success') live.dispatch({ type: 'run-succeeded' });
    else if (ended.status === 'interrupted') live.dispatch({ type: 'run-stopped' });
    else this.#fail(ended);
    if (next !== undefined) return this.#followNext(threadId, next);
    const snapshot =
      ended.status === 'success'
        ? await view.confirm(threadId, turn.sent)
        : await view.readIfPossible(threadId);
    // A turn that was stopped before it began has left the words nowhere else. One that failed stands
    // where it was, with the offer to try again.
    if (ended.status !== 'interrupted') return;
    if (turn.sent !== undefined && snapshot !== undefined && !holds(snapshot.values, turn.sent.id))
      draft.giveBack(turn.sent.text, turn.sent.attachments);
  }

  async #nextRun(threadId: string, turn: Turn): Promise<RunSummary | undefined> {
    const { outbox, transport } = this.#deps;
    try {
      const known = outbox.known();
      const runs = await transport.readRuns(threadId);
      const next = nextAfter(runs, turn.runId);
      outbox.tell(runs, known, next ?? NO_TURN);
      return next;
    } catch {
      // This turn's own end is known and told; what comes after it is found by the next look.
      return undefined;
    }
  }

  /** Ends the turn in an error. What the stream told of it, if it did, says more than the status. */
  #fail(run: RunSummary): void {
    this.#deps.live.dispatch({ type: 'run-failed', error: failureOf(run), sent: run.sent });
  }
}

const NO_TURN = { runId: undefined, sent: undefined } as const;
