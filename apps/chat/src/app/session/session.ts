import { signal, type Signal } from '@angular/core';

import type { Attachment } from '#contract/attachments';

import type { SentMessage, Values, WhenBusy } from '../transport/transport';
import { toTransportError } from '../transport/transport-error';
import { answersTo } from './state/asked-question';
import { ConversationAssistant } from './draft/conversation-assistant';
import { conversionMessage } from './draft/conversion-message';
import { Draft } from './draft/draft';
import { EarlierReader } from './saved/earlier-reader';
import { Editing } from './draft/editing';
import { HandedOver } from './draft/handed-over';
import { Follower } from './turn/follower';
import { LiveState } from './state/live-state';
import { Outbox } from './turn/outbox';
import type { SessionState } from './state/session-state';
import { Sending } from './turn/sending';
import type { SessionDeps } from './session-deps';
import { Settings } from './draft/settings';
import { ThreadView } from './saved/thread-view';
import { TurnOpening } from './turn/turn-opening';
import { Versions } from './saved/versions';

export type { WhenBusy };

/** One conversation: its thread, what the person does in it, and what the page shows of it. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #live: LiveState;
  readonly state: Signal<SessionState>;
  readonly #threadId = signal<string | undefined>(undefined);
  readonly threadId = this.#threadId.asReadonly();
  readonly draft = new Draft();
  readonly editing = new Editing();
  readonly assistant: ConversationAssistant;
  readonly settings: Settings;
  readonly handedOver: HandedOver;
  readonly #outbox: Outbox;
  readonly #follower: Follower;
  readonly #opening: TurnOpening;
  readonly #sending: Sending;
  readonly versions: Versions;
  readonly earlier: EarlierReader;

  constructor(deps: SessionDeps, threadId?: string) {
    const { assistants, frames, newId, now, onThreadCreated, pause, scope, transport } = deps;
    const live = new LiveState(frames);
    this.#deps = deps;
    this.#live = live;
    this.state = live.state;
    this.#threadId.set(threadId);
    this.assistant = new ConversationAssistant({ assistants, transport, threadId: this.threadId });
    const { assistant } = this;
    this.settings = new Settings(transport, live, this.threadId, assistant);
    this.handedOver = new HandedOver(transport);
    const ready = (id: string) => this.settings.arrived(id);
    this.#outbox = new Outbox(transport, live, this.threadId, assistant, ready);
    const isMemoryOff = () => this.settings.isMemoryOff();
    const readsNoMemory = (id: string) => assistant.readsNoMemory(id);
    const view = new ThreadView({ transport, live, now, scope, isMemoryOff, readsNoMemory });
    this.versions = new Versions({ transport, live, now, threadId: this.threadId });
    this.earlier = new EarlierReader({ transport, live, threadId: this.threadId });
    const { draft } = this;
    const outbox = this.#outbox;
    const follower = new Follower({ transport, live, outbox, view, draft, now, pause });
    this.#follower = follower;
    const common = {
      live,
      outbox,
      transport,
      threadId: this.#threadId,
      tellOthers: () => this.#tellOthers(),
      endReading: () => this.#endReading(),
    };
    this.#opening = new TurnOpening({ ...common, follower });
    const { settings, versions } = this;
    const lookAgain = () => this.lookAgain();
    const around = { opening: this.#opening, assistant, settings, versions, lookAgain };
    this.#sending = new Sending({ ...common, ...around, newId, onThreadCreated });
  }

  /** Shows what the thread holds, by reads alone, and joins its run if one is going on. */
  async open(): Promise<void> {
    const threadId = this.#threadId();
    if (threadId === undefined) return;
    const kept = this.settings.read(threadId);
    this.assistant.learnFrom(kept);
    await Promise.all([
      this.#follower.open(threadId),
      kept.then((metadata) => {
        this.handedOver.learnFrom(metadata);
        return this.versions.readIfBranched(metadata);
      }),
    ]);
  }

  /**
   * Looks whether the thread has gone on without this page (in another tab, say), by reads alone,
   * and joins what goes on.
   */
  async lookAgain(): Promise<void> {
    const threadId = this.#threadId();
    const { opening, unopened } = this.state();
    if (threadId === undefined || opening || unopened || this.#opening.left) return;
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
    if (this.#opening.left) return;
    const { failure, older } = this.state();
    const drafted = this.draft.take(text);
    if (failure?.messageId !== undefined && failure.text === text && drafted.length === 0)
      return this.#tryAgain(failure.messageId, text, whenBusy);
    const giveBack = () => this.draft.giveBack(text, drafted);
    await this.#sending.say({ ...this.#said(text, drafted), shown: older, giveBack }, whenBusy);
  }

  /** What was written, as its assistant takes it. */
  #said(text: string, attachments: readonly Attachment[]): Omit<SentMessage, 'id'> {
    if (!this.assistant.has('conversion'))
      return { text, ...(attachments.length > 0 && { attachments }) };
    const { sources } = this.state().values;
    const hasSource = Array.isArray(sources) && sources.length > 0;
    const isRemark = this.draft.takeRemark();
    return conversionMessage({ text, attachments, hasSource, isRemark });
  }

  /** Changes values of the thread's state, and shows it anew; why that failed, or undefined. */
  async setValues(values: Values): Promise<string | undefined> {
    const threadId = this.#threadId();
    if (threadId === undefined) return undefined;
    try {
      await this.#deps.transport.setValues(threadId, values);
      await this.#follower.reread(threadId);
      return undefined;
    } catch (error) {
      return toTransportError(error).message;
    }
  }

  /**
   * Sends a message again whose turn has failed. It keeps its id and its place, so that it stands once
   * and the failed turn is no version of it.
   */
  async #tryAgain(id: string, text: string, whenBusy: WhenBusy): Promise<void> {
    const attachments = this.filesOf(id);
    const message = {
      id,
      text,
      ...(attachments.length > 0 && { attachments }),
      shown: this.state().older,
      insteadOf: id,
      mayFollow: true,
      failedRunId: this.#follower.lastRunId,
      // It stays where it stands, with the offer to try again.
      giveBack: () => undefined,
    };
    await this.#sending.send(message, whenBusy, false);
  }

  /** Says a message anew, in other words or the same, in place of itself and all that followed. */
  async sayAnew(messageId: string, text: string): Promise<void> {
    if (this.#opening.left || this.state().turn !== 'idle') return;
    const edited = this.editing.edit()?.messageId === messageId;
    if (edited) this.editing.end();
    const giveBack = () => {
      if (edited) this.editing.giveBack(messageId, text);
    };
    const shown = this.state().older;
    const attachments = this.filesOf(messageId);
    const files = attachments.length > 0 && { attachments };
    await this.#sending.say({ text, ...files, shown, insteadOf: messageId, giveBack }, 'enqueue');
  }

  /** The files of a message that is shown. */
  filesOf(messageId: string | undefined): readonly Attachment[] {
    return this.state().messages.find(({ id }) => id === messageId)?.attachments ?? [];
  }

  /** Sends a message of the queue that the server does not have. */
  async sendAgain(id: string): Promise<void> {
    const unsent = this.#outbox.unsent(id);
    if (unsent === undefined) return;
    const { attachments, runId, text, values } = unsent;
    this.#live.dispatch({ type: 'queue-removed', id });
    // One that was set aside has had its run. Of the others the server is asked whether it has them.
    const shown = this.state().older;
    const giveBack = () => this.draft.giveBack(text, attachments);
    const own = { ...(attachments && { attachments }), ...(values && { values }) };
    const message = { text, ...own, shown, giveBack };
    if (runId === undefined) await this.#sending.send({ ...message, id }, 'enqueue', true);
    else await this.#sending.send({ ...message, id: this.#deps.newId() }, 'enqueue', false);
  }

  /**
   * Answers what the turn waits for, all of it together, by the questions' ids, and follows the turn
   * to its end. Without an answer to each question nothing is sent.
   */
  async answer(given: ReadonlyMap<string, unknown>): Promise<void> {
    const threadId = this.#threadId();
    const { questions, turn: state } = this.state();
    const answers = answersTo(questions, given);
    if (answers === undefined || threadId === undefined || state !== 'idle' || this.#opening.left)
      return;
    const begun = this.#opening.begin(undefined);
    this.#live.dispatch({ type: 'answer-sent' });
    try {
      const assistant = await this.assistant.answering(threadId);
      await this.#opening.open(threadId, begun, (signal, onAccepted) => {
        return this.#deps.transport.answer({ threadId, assistant, answers, onAccepted }, signal);
      });
    } catch (thrown) {
      begun.settle(false);
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
    await this.#opening.stop();
  }

  /**
   * Leaves the conversation: nothing that arrives later is shown. A message on its way is still
   * delivered, since the person has sent it.
   */
  leave(): void {
    this.#opening.leave();
    this.#live.close();
    const isOnItsWay = this.state().turn !== 'idle' && this.#follower.turn?.runId === undefined;
    if (!isOnItsWay) this.#endReading();
  }

  /** Stops showing what is here, to show the same thread anew. */
  giveWay(): void {
    this.#opening.leave();
    this.#live.close();
    this.#follower.leave();
  }

  #endReading(): void {
    this.#follower.leave();
  }

  #tellOthers(): void {
    const threadId = this.#threadId();
    if (threadId !== undefined) this.#deps.onChanged(threadId);
  }
}
