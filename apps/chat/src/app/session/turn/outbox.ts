import {
  isActive,
  type RunSummary,
  type SentMessage,
  type Transport,
  type WhenBusy,
} from '../../transport/transport';
import { toTransportError, TransportError } from '../../transport/transport-error';
import type { LiveState } from '../state/live-state';
import type { QueuedMessage } from '../state/queue';
import type { ConversationAssistant } from '../draft/conversation-assistant';
import { findRunOf } from './find-run';
import { Submissions, type Submission } from './submissions';

type OutboxTransport = Pick<Transport, 'cancel' | 'enqueue' | 'readRuns'>;

/** What the person has sent while a turn goes on: the server keeps it in order, this page shows it. */
export class Outbox {
  readonly #transport: OutboxTransport;
  readonly #live: LiveState;
  readonly #threadId: () => string | undefined;
  readonly #assistant: Pick<ConversationAssistant, 'answering'>;
  readonly #ready: (threadId: string) => Promise<void>;
  readonly #submissions = new Submissions();
  /** Runs that the server has confirmed as called off; a read that was under way may still name them. */
  readonly #calledOff = new Set<string>();

  /** `ready` is awaited before each message; where it rejects, the message is not sent. */
  constructor(
    transport: OutboxTransport,
    live: LiveState,
    threadId: () => string | undefined,
    assistant: Pick<ConversationAssistant, 'answering'>,
    ready: (threadId: string) => Promise<void>,
  ) {
    this.#transport = transport;
    this.#live = live;
    this.#threadId = threadId;
    this.#assistant = assistant;
    this.#ready = ready;
  }

  /** Takes a message's place among those that leave, in order. */
  enter(): Submission {
    return this.#submissions.enter();
  }

  /** Ids of the messages that the server is known to have; to be taken before it is asked. */
  known(): ReadonlySet<string> {
    const accepted = this.#queue().filter(({ runId }) => runId !== undefined);
    return new Set(accepted.map(({ id }) => id));
  }

  /** Whether messages are to go before any other. */
  isWaiting(): boolean {
    return this.#queue().some(({ standing }) => standing === 'sending' || standing === 'waiting');
  }

  isCalledOff(runId: string): boolean {
    return this.#calledOff.has(runId);
  }

  /** Shows what waits by the server's word: its open runs but the one that is read now. */
  tell(
    runs: readonly RunSummary[],
    known: ReadonlySet<string>,
    current: { readonly runId: string | undefined; readonly sent: SentMessage | undefined },
  ): void {
    const waiting = runs.filter(
      ({ runId, sent, status }) =>
        isActive(status) &&
        runId !== current.runId &&
        (sent === undefined || sent.id !== current.sent?.id) &&
        !this.#calledOff.has(runId),
    );
    this.#live.dispatch({ type: 'queue-read', waiting: waiting.toReversed(), known });
  }

  /** A message of the queue that the server does not have, or has set aside. */
  unsent(id: string): QueuedMessage | undefined {
    return this.#queue().find((message) => message.id === id && message.standing === 'unsent');
  }

  /**
   * Hands a message to the server's queue; whether the server has it now. With `ask` the server is
   * asked first whether it has the message already. A failure is shown with the message.
   */
  async send(message: SentMessage, whenBusy: WhenBusy, ask: boolean): Promise<boolean> {
    const { id, text, attachments, values } = message;
    const files = { ...(attachments && { attachments }), ...(values && { values }) };
    const submission = this.enter();
    this.#live.dispatch({ type: 'queue-sent', message: { id, text, ...files } });
    try {
      const threadId = (await submission.free) ? this.#threadId() : undefined;
      if (threadId === undefined)
        throw new TransportError('refused', $localize`The message before it was not sent.`);
      await this.#ready(threadId);
      const taken = ask ? await findRunOf(this.#transport, threadId, id) : undefined;
      const runId =
        taken?.runId ?? (await this.#enqueue(threadId, { id, text, ...files }, whenBusy));
      submission.settle(true);
      this.#live.dispatch({ type: 'queue-accepted', id, runId });
      if (whenBusy === 'interrupt') this.#live.dispatch({ type: 'queue-set-aside', by: id });
      return true;
    } catch (error) {
      submission.settle(false);
      this.#live.dispatch({ type: 'queue-unsent', id, error: toTransportError(error) });
      return false;
    }
  }

  async #enqueue(
    threadId: string,
    { id, ...said }: SentMessage,
    whenBusy: WhenBusy,
  ): Promise<string> {
    const assistant = await this.#assistant.answering(threadId);
    return this.#transport.enqueue({ threadId, assistant, messageId: id, ...said, whenBusy });
  }

  /** Calls a waiting message off; whether that changed something on the server. */
  async callOff(id: string): Promise<boolean> {
    const message = this.#queue().find((each) => each.id === id);
    if (message?.standing === 'unsent') this.#live.dispatch({ type: 'queue-removed', id });
    const threadId = this.#threadId();
    if (message?.standing !== 'waiting' || message.runId === undefined || threadId === undefined)
      return false;
    this.#live.dispatch({ type: 'queue-cancel-asked', id });
    try {
      await this.#transport.cancel(threadId, message.runId);
      this.#calledOff.add(message.runId);
      this.#live.dispatch({ type: 'queue-removed', id });
      return true;
    } catch (error) {
      this.#live.dispatch({ type: 'queue-cancel-failed', id, error: toTransportError(error) });
      return false;
    }
  }

  #queue() {
    return this.#live.state().queue;
  }
}
