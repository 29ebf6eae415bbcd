import { signal, type Signal } from '@angular/core';

import type { Attachment } from '#contract/attachments';

import type { StreamPart, WhenBusy } from '../transport/transport';
import { toTransportError, type TransportError } from '../transport/transport-error';
import { answersTo } from './asked-question';
import { Draft } from './draft';
import { EarlierReader } from './earlier-reader';
import { Editing } from './editing';
import { findRunOf } from './find-run';
import { Follower, type Turn } from './follower';
import { LiveState } from './live-state';
import { Outbox } from './outbox';
import { isSame, type Outgoing } from './outgoing';
import type { SessionState } from './reduce';
import type { SessionDeps } from './session-deps';
import { Settings } from './settings';
import type { Submission } from './submissions';
import { ThreadView } from './thread-view';
import { Versions } from './versions';

/** Opens a stream; `onAccepted` is to be told the run's id once the server has the turn. */
type Opening = (
  signal: AbortSignal,
  onAccepted: (runId: string) => void,
) => AsyncIterable<StreamPart>;

/** One conversation: its thread, what the person does in it, and what the page shows of it. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #live: LiveState;
  readonly state: Signal<SessionState>;
  readonly #threadId = signal<string | undefined>(undefined);
  readonly threadId = this.#threadId.asReadonly();
  readonly draft = new Draft();
  readonly editing = new Editing();
  readonly settings: Settings;
  readonly #outbox: Outbox;
  readonly #follower: Follower;
  readonly versions: Versions;
  readonly earlier: EarlierReader;

  #left = false;
  #stopWanted = false;
  /** A message of which it is not known whether the server took it. */
  #uncertain: Outgoing | undefined;

  constructor(deps: SessionDeps, threadId?: string) {
    const { frames, now, pause, scope, transport } = deps;
    const live = new LiveState(frames);
    this.#deps = deps;
    this.#live = live;
    this.state = live.state;
    this.#threadId.set(threadId);
    this.settings = new Settings(transport, live, this.threadId);
    const ready = (id: string) => this.settings.arrived(id);
    this.#outbox = new Outbox(transport, live, this.threadId, ready);
    const isMemoryOff = () => this.settings.isMemoryOff();
    const view = new ThreadView({ transport, live, now, scope, isMemoryOff });
    this.versions = new Versions({ transport, live, now, threadId: this.threadId });
    this.earlier = new EarlierReader({ transport, live, threadId: this.threadId });
    const { draft } = this;
    const outbox = this.#outbox;
    this.#follower = new Follower({ transport, live, outbox, view, draft, now, pause });
  }

  /** Shows what the thread holds, by reads alone, and joins its run if one is going on. */
  async open(): Promise<void> {
    const threadId = this.#threadId();
    if (threadId === undefined) return;
    if (this.#deps.leftTemporary.has(threadId)) {
      this.#live.dispatch({ type: 'thread-opened' });
      const error = await this.#deps.leftTemporary.whyGone(threadId);
      this.#live.dispatch({ type: 'open-failed', error });
      return;
    }
    await Promise.all([
      this.#follower.open(threadId),
      this.settings.read(threadId).then((metadata) => this.versions.readIfBranched(metadata)),
    ]);
  }

  /**
   * Looks whether the thread has gone on without this page (in another tab, say), by reads alone,
   * and joins what goes on.
   */
  async lookAgain(): Promise<void> {
    const threadId = this.#threadId();
    const { opening, unopened } = this.state();
    if (threadId === undefined || opening || unopened || this.#left) return;
    if (await this.#follower.lookAgain(threadId)) await this.versions.readIfBranched();
  }

  /** Told that the network has changed: what is read goes on over a new connection. */
  reconnect(): void {
    const turn = this.#follower.turn;
    // A message on its way is not cut off: whether it has arrived would not be known.
    if (turn?.runId !== undefined) turn.reader.reconnect();
  }

  /**
   * Sends a message, and follows its turn to the end. While another turn goes on the message waits
   * for it in the server's queue, or interrupts it.
   */
  async send(text: string, whenBusy: WhenBusy = 'enqueue'): Promise<void> {
    if (this.#left) return;
    const { failure, older } = this.state();
    const drafted = this.draft.take(text);
    // Words that got no answer and are sent again stand once: not below the ones that failed.
    const insteadOf = failure?.text === text ? failure.messageId : undefined;
    const attachments = drafted.length > 0 ? drafted : this.#filesOf(insteadOf);
    const giveBack = () => this.draft.giveBack(text, attachments);
    const files = attachments.length > 0 && { attachments };
    await this.#say(
      { text, ...files, shown: older, insteadOf, mayFollow: true, giveBack },
      whenBusy,
    );
  }

  /** Says a message anew, in other words or the same, in place of itself and all that followed. */
  async sayAnew(messageId: string, text: string): Promise<void> {
    if (this.#left || this.state().turn !== 'idle') return;
    const edited = this.editing.edit()?.messageId === messageId;
    if (edited) this.editing.end();
    const giveBack = () => {
      if (edited) this.editing.giveBack(messageId, text);
    };
    const shown = this.state().older;
    const attachments = this.#filesOf(messageId);
    const files = attachments.length > 0 && { attachments };
    await this.#say({ text, ...files, shown, insteadOf: messageId, giveBack }, 'enqueue');
  }

  #filesOf(messageId: string | undefined): readonly Attachment[] {
    return this.state().messages.find(({ id }) => id === messageId)?.attachments ?? [];
  }

  /** Sends a message of the queue that the server does not have. */
  async sendAgain(id: string): Promise<void> {
    const unsent = this.#outbox.unsent(id);
    if (unsent === undefined) return;
    const { attachments, runId, text } = unsent;
    this.#live.dispatch({ type: 'queue-removed', id });
    // One that was set aside has had its run. Of the others the server is asked whether it has them.
    const shown = this.state().older;
    const giveBack = () => this.draft.giveBack(text, attachments);
    const message = { text, ...(attachments && { attachments }), shown, giveBack };
    if (runId === undefined) await this.#send({ ...message, id }, 'enqueue', true);
    else await this.#send({ ...message, id: this.#deps.newId() }, 'enqueue', false);
  }

  /**
   * Answers what the turn waits for, all of it together, by the questions' ids, and follows the turn
   * to its end. Without an answer to each question nothing is sent.
   */
  async answer(given: ReadonlyMap<string, unknown>): Promise<void> {
    const threadId = this.#threadId();
    const { questions, turn: state } = this.state();
    const answers = answersTo(questions, given);
    if (answers === undefined || threadId === undefined || state !== 'idle' || this.#left) return;
    const turn = this.#follower.begin(undefined);
    const { settle } = this.#outbox.enter();
    this.#stopWanted = false;
    this.#live.dispatch({ type: 'answer-sent' });
    try {
      await this.#begin(threadId, turn, settle, (signal, onAccepted) => {
        return this.#deps.transport.answer({ threadId, answers, onAccepted }, signal);
      });
    } catch (thrown) {
      settle(false);
      const error = toTransportError(thrown);
      // What was answered elsewhere is shown as it stands now, and why this answer did nothing.
      if (error.kind === 'busy') await this.#follower.reread(threadId);
      this.#live.dispatch({ type: 'run-refused', error });
    }
  }

  /** Calls a waiting message off, or forgets one that was not sent. */
  async callOff(id: string): Promise<void> {
    if (await this.#outbox.callOff(id)) this.#tellOthers();
  }

  /** Asks the server to stop the turn. What was said stays; "stopping" until it is confirmed. */
  async stop(): Promise<void> {
    const { turn } = this.state();
    if (turn === 'idle' || turn === 'stopping') return;
    this.#live.dispatch({ type: 'stop-asked' });
    const runId = this.#follower.turn?.runId;
    if (runId === undefined) this.#stopWanted = true;
    else await this.#cancel(runId);
  }

  /**
   * Leaves the conversation: nothing that arrives later is shown. A message on its way is still
   * delivered, since the person has sent it. A temporary conversation is erased by that.
   */
  leave(): void {
    this.#left = true;
    this.#live.close();
    const isOnItsWay = this.state().turn !== 'idle' && this.#follower.turn?.runId === undefined;
    if (!isOnItsWay) this.#endReading();
  }

  /** Stops showing what is here, to show the same thread anew. */
  giveWay(): void {
    this.#left = true;
    this.#live.close();
    this.#follower.leave();
  }

  /** Erases the thread if it is temporary; whether it is. The server does so later by itself. */
  eraseIfTemporary(): boolean {
    const threadId = this.#threadId();
    if (threadId === undefined || this.settings.mode() !== 'temporary') return false;
    this.#deps.leftTemporary.leave(threadId);
    return true;
  }

  #endReading(): void {
    this.#follower.leave();
    this.eraseIfTemporary();
  }

  async #say(said: Omit<Outgoing, 'id'>, whenBusy: WhenBusy): Promise<void> {
    const message = { ...said, id: this.#deps.newId() };
    const repeated = isSame(this.#uncertain, message) ? this.#uncertain : undefined;
    await this.#send(repeated ?? message, whenBusy, repeated !== undefined);
  }

  /** With `ask` the server is asked first whether it has these very words already. */
  async #send(message: Outgoing, whenBusy: WhenBusy, ask: boolean): Promise<void> {
    if (this.state().turn === 'idle' && !this.#outbox.isWaiting()) {
      await this.#sendNow(message, ask);
      return;
    }
    if (!(await this.#outbox.send(message, whenBusy, ask))) return;
    this.#tellOthers();
    // The turn before it may have ended meanwhile; then this one goes on already.
    await this.lookAgain();
  }

  async #sendNow(message: Outgoing, ask: boolean): Promise<void> {
    const { attachments, id, insteadOf, text } = message;
    const sent = { id, text, ...(attachments && { attachments }) };
    const turn = this.#follower.begin(sent);
    const { settle } = this.#outbox.enter();
    this.#uncertain = undefined;
    this.#stopWanted = false;
    this.#live.dispatch({ type: 'message-sent', message: sent, insteadOf });
    try {
      const threadId = await this.#thread();
      await this.settings.arrived(threadId);
      if (!ask || !(await this.#followIfTaken(threadId, turn, settle)))
        await this.#start(threadId, message, turn, settle);
    } catch (error) {
      await this.#settleFailedSend(toTransportError(error), message, turn, settle);
    }
  }

  async #thread(): Promise<string> {
    const known = this.#threadId();
    if (known !== undefined) return known;
    const threadId = await this.#deps.transport.createThread(this.settings.metadata());
    this.#threadId.set(threadId);
    if (!this.#left) this.#deps.onThreadCreated(threadId);
    return threadId;
  }

  async #start(
    threadId: string,
    outgoing: Outgoing,
    turn: Turn,
    settle: Submission['settle'],
  ): Promise<void> {
    const from = await this.versions.placeOf(threadId, outgoing);
    const values = this.settings.values(from !== undefined);
    const { attachments, id, text } = outgoing;
    const message = { threadId, messageId: id, text, ...(attachments && { attachments }) };
    const place = { ...(values && { values }), ...(from !== undefined && { from }) };
    await this.#begin(threadId, turn, settle, (signal, onAccepted) => {
      const accepted = (runId: string) => {
        onAccepted(runId);
        this.settings.delivered();
      };
      return this.#deps.transport.start({ ...message, ...place, onAccepted: accepted }, signal);
    });
    if (from !== undefined) await this.versions.readIfBranched();
  }

  /** Opens the stream of a turn that begins, or goes on, and follows it to its end. */
  async #begin(
    threadId: string,
    turn: Turn,
    settle: Submission['settle'],
    open: Opening,
  ): Promise<void> {
    const onAccepted = (runId: string) => this.#accepted(turn, runId, settle);
    try {
      await turn.reader.take((signal) => open(signal, onAccepted), onAccepted);
    } catch (error) {
      // An accepted run is followed whatever became of the connection that began it.
      if (turn.runId === undefined) throw error;
      this.#live.dispatch({ type: 'connection-lost' });
    }
    if (turn.runId !== undefined) await this.#follower.follow(threadId, turn.runId, turn);
    else if (!this.#left) throw toTransportError(new Error('the stream ended before it began'));
  }

  #accepted(turn: Turn, runId: string, settle: Submission['settle']): void {
    if (turn.runId !== undefined) return;
    this.#follower.accepted(turn, runId);
    settle(true);
    this.#live.dispatch({ type: 'run-accepted' });
    this.#tellOthers();
    if (this.#stopWanted) void this.#cancel(runId);
    if (this.#left) this.#endReading();
  }

  #tellOthers(): void {
    const threadId = this.#threadId();
    if (threadId !== undefined) this.#deps.onChanged(threadId);
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

  /** Tells a send that failed, unless the server has taken it all the same. */
  async #settleFailedSend(
    error: TransportError,
    message: Outgoing,
    turn: Turn,
    settle: Submission['settle'],
  ): Promise<void> {
    const threadId = this.#threadId();
    if (error.kind === 'offline' && threadId !== undefined) {
      this.#uncertain = message;
      try {
        if (await this.#followIfTaken(threadId, turn, settle)) return;
      } catch {
        // Still unreachable: the words are given back, and the person decides.
      }
    }
    settle(false);
    if (this.#left) this.#endReading();
    this.#live.dispatch({ type: 'run-refused', error });
    message.giveBack();
  }

  async #followIfTaken(
    threadId: string,
    turn: Turn,
    settle: Submission['settle'],
  ): Promise<boolean> {
    if (turn.sent === undefined) return false;
    const run = await findRunOf(this.#deps.transport, threadId, turn.sent.id);
    if (run === undefined) return false;
    this.#uncertain = undefined;
    this.#accepted(turn, run.runId, settle);
    await this.#follower.follow(threadId, run.runId, turn);
    return true;
  }
}
