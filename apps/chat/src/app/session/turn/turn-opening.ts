import type { Signal } from '@angular/core';

import type { SentMessage, StreamPart, Transport } from '../../transport/transport';
import { toTransportError } from '../../transport/transport-error';
import type { LiveState } from '../state/live-state';
import type { Follower, Turn } from './follower';
import type { Outbox } from './outbox';
import type { Submission } from './submissions';

/** Opens a stream; `onAccepted` is to be told the run's id once the server has the turn. */
export type Opening = (
  signal: AbortSignal,
  onAccepted: (runId: string) => void,
) => AsyncIterable<StreamPart>;

/** A turn that this page begins, and its place among what leaves the page. */
export interface BegunTurn extends Pick<Submission, 'settle'> {
  readonly turn: Turn;
}

export interface TurnOpeningDeps {
  readonly transport: Transport;
  readonly live: LiveState;
  readonly outbox: Outbox;
  readonly follower: Follower;
  readonly threadId: Signal<string | undefined>;
  /** Tells other views of the thread that the server has taken something. */
  readonly tellOthers: () => void;
  /** Ends the reading of a conversation that was left while its turn was on its way. */
  readonly endReading: () => void;
}

/** Begins turns: from the moment the person acts until the server has the run, and then to its end. */
export class TurnOpening {
  readonly #deps: TurnOpeningDeps;
  #left = false;
  #stopWanted = false;

  constructor(deps: TurnOpeningDeps) {
    this.#deps = deps;
  }

  /** Whether the conversation was left. */
  get left(): boolean {
    return this.#left;
  }

  leave(): void {
    this.#left = true;
  }

  begin(sent: SentMessage | undefined): BegunTurn {
    const turn = this.#deps.follower.begin(sent);
    const { settle } = this.#deps.outbox.enter();
    this.#stopWanted = false;
    return { turn, settle };
  }

  /**
   * Opens the stream of a turn that begins, or goes on, and follows it to its end. Throws when the
   * server has not taken the turn.
   */
  async open(threadId: string, begun: BegunTurn, opening: Opening): Promise<void> {
    const { follower, live } = this.#deps;
    const { turn } = begun;
    const onAccepted = (runId: string) => this.#accepted(begun, runId);
    try {
      await turn.reader.take((signal) => opening(signal, onAccepted), onAccepted);
    } catch (error) {
      // An accepted run is followed whatever became of the connection that began it.
      if (turn.runId === undefined) throw error;
      live.dispatch({ type: 'connection-lost' });
    }
    if (turn.runId !== undefined) await follower.follow(threadId, turn.runId, turn);
    else if (!this.#left) throw toTransportError(new Error('the stream ended before it began'));
  }

  /** Follows a run that the server turned out to have. */
  async joinRun(threadId: string, begun: BegunTurn, runId: string): Promise<void> {
    this.#accepted(begun, runId);
    await this.#deps.follower.follow(threadId, runId, begun.turn);
  }

  /** Asks the server to stop the turn; as soon as it has it, if it is still on its way. */
  async stop(): Promise<void> {
    this.#deps.live.dispatch({ type: 'stop-asked' });
    const runId = this.#deps.follower.turn?.runId;
    if (runId === undefined) this.#stopWanted = true;
    else await this.#cancel(runId);
  }

  #accepted({ settle, turn }: BegunTurn, runId: string): void {
    const { endReading, follower, live, tellOthers } = this.#deps;
    if (turn.runId !== undefined) return;
    follower.accepted(turn, runId);
    settle(true);
    live.dispatch({ type: 'run-accepted' });
    tellOthers();
    if (this.#stopWanted) void this.#cancel(runId);
    if (this.#left) endReading();
  }

  async #cancel(runId: string): Promise<void> {
    const { live, threadId, transport } = this.#deps;
    const thread = threadId();
    if (thread === undefined) return;
    try {
      await transport.cancel(thread, runId);
    } catch (error) {
      live.dispatch({ type: 'stop-failed', error: toTransportError(error) });
    }
  }
}
