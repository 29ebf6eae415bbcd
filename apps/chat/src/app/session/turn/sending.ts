import type { WritableSignal } from '@angular/core';

import type { Values, WhenBusy } from '../../transport/transport';
import { toTransportError, type TransportError } from '../../transport/transport-error';
import type { ConversationAssistant } from '../draft/conversation-assistant';
import type { Settings } from '../draft/settings';
import type { Versions } from '../saved/versions';
import { findRunOf } from './find-run';
import { isSame, type Outgoing } from './outgoing';
import type { BegunTurn, TurnOpening, TurnOpeningDeps } from './turn-opening';

export interface SendingDeps extends Omit<TurnOpeningDeps, 'threadId' | 'follower'> {
  readonly newId: () => string;
  /** Told once, when the first message has created this conversation's thread. */
  readonly onThreadCreated: (threadId: string) => void;
  readonly opening: TurnOpening;
  readonly assistant: ConversationAssistant;
  readonly settings: Settings;
  readonly versions: Versions;
  /** Set by the first message, which creates the thread. */
  readonly threadId: WritableSignal<string | undefined>;
  /** Looks whether the thread has gone on, and joins what goes on. */
  readonly lookAgain: () => Promise<void>;
}

/** Brings the person's messages to the server: each once, or else its words are given back. */
export class Sending {
  readonly #deps: SendingDeps;
  /** A message of which it is not known whether the server took it. */
  #uncertain: Outgoing | undefined;
  /** What was set together with messages, by their ids, so that one that failed goes with it again. */
  readonly #values = new Map<string, Values>();

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  /** Sends new words; such as are of unknown fate already are asked after first. */
  async say(said: Omit<Outgoing, 'id'>, whenBusy: WhenBusy): Promise<void> {
    const message = { ...said, id: this.#deps.newId() };
    const repeated = isSame(this.#uncertain, message) ? this.#uncertain : undefined;
    await this.send(repeated ?? message, whenBusy, repeated !== undefined);
  }

  /** With `ask` the server is asked first whether it has these very words already. */
  async send(message: Outgoing, whenBusy: WhenBusy, ask: boolean): Promise<void> {
    const { live, lookAgain, outbox, tellOthers } = this.#deps;
    if (live.state().turn === 'idle' && !outbox.isWaiting()) {
      await this.#sendNow(message, ask);
      return;
    }
    if (!(await outbox.send(message, whenBusy, ask))) return;
    tellOthers();
    // The turn before it may have ended meanwhile; then this one goes on already.
    await lookAgain();
  }

  async #sendNow(message: Outgoing, ask: boolean): Promise<void> {
    const { attachments, id, insteadOf, text, values } = message;
    const sent = { id, text, ...(attachments && { attachments }) };
    if (values !== undefined) this.#values.set(id, values);
    const begun = this.#deps.opening.begin(sent);
    this.#uncertain = undefined;
    this.#deps.live.dispatch({ type: 'message-sent', message: sent, insteadOf });
    try {
      const threadId = await this.#thread();
      await this.#deps.settings.arrived(threadId);
      if (!ask || !(await this.#followIfTaken(threadId, message, begun)))
        await this.#start(threadId, message, begun);
    } catch (error) {
      await this.#settleFailedSend(toTransportError(error), message, begun);
    }
  }

  async #thread(): Promise<string> {
    const { assistant, onThreadCreated, opening, settings, threadId, transport } = this.#deps;
    const known = threadId();
    if (known !== undefined) return known;
    const graphId = await assistant.graphToBegin();
    const created = await transport.createThread(graphId, settings.metadata());
    assistant.begunWith(graphId);
    threadId.set(created);
    if (!opening.left) onThreadCreated(created);
    return created;
  }

  async #start(threadId: string, outgoing: Outgoing, begun: BegunTurn): Promise<void> {
    const { opening, settings, transport, versions } = this.#deps;
    const assistant = await this.#deps.assistant.answering(threadId);
    const from = await versions.placeOf(threadId, outgoing);
    const own = this.#values.get(outgoing.id);
    const values = { ...settings.values(from !== undefined), ...own };
    const { attachments, id, text } = outgoing;
    const files = attachments && { attachments };
    const message = { threadId, assistant, messageId: id, text, ...files };
    const together = Object.keys(values).length > 0 && { values };
    const place = { ...together, ...(from !== undefined && { from }) };
    await opening.open(threadId, begun, (signal, onAccepted) => {
      const accepted = (runId: string) => {
        onAccepted(runId);
        settings.delivered();
      };
      return transport.start({ ...message, ...place, onAccepted: accepted }, signal);
    });
    if (from !== undefined) await versions.readIfBranched();
  }

  /** Tells a send that failed, unless the server has taken it all the same. */
  async #settleFailedSend(
    error: TransportError,
    message: Outgoing,
    begun: BegunTurn,
  ): Promise<void> {
    const { endReading, live, opening } = this.#deps;
    const threadId = this.#deps.threadId();
    if (error.kind === 'offline' && threadId !== undefined) {
      this.#uncertain = message;
      try {
        if (await this.#followIfTaken(threadId, message, begun)) return;
      } catch {
        // Still unreachable: the words are given back, and the person decides.
      }
    }
    begun.settle(false);
    if (opening.left) endReading();
    live.dispatch({ type: 'run-refused', error });
    message.giveBack();
  }

  async #followIfTaken(
    threadId: string,
    { failedRunId, id }: Outgoing,
    begun: BegunTurn,
  ): Promise<boolean> {
    const { opening, transport } = this.#deps;
    const run = await findRunOf(transport, threadId, id, failedRunId);
    if (run === undefined) return false;
    this.#uncertain = undefined;
    await opening.joinRun(threadId, begun, run.runId);
    return true;
  }
}
