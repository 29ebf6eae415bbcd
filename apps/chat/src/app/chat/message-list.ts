import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';

import { OpenQuestions } from '../questions/open-questions';
import { CurrentSession } from '../session/page/current-session';
import type { SessionState } from '../session/state/session-state';
import { anchorOf } from '../session/page/sought-turn';
import { ClockTime } from '../ui/clock-time';
import { AttachedFiles } from './attached-files';
import { EarlierMessages } from './earlier-messages';
import { FailureNotice } from './failure-notice';
import { Message } from './message';
import { MessageEditor } from './message-editor';
import { OlderVersionNote } from './older-version-note';
import { QueueList } from './queue-list';
import { TranscriptWindow } from './transcript-window';
import { TurnTools } from './turn-tools';

/** How many of the newest messages are certainly seen when a conversation is opened. */
const NEWEST = 4;

/** The conversation in order, and under it what is known of the newest turn. */
@Component({
  selector: 'tl-message-list',
  imports: [
    AttachedFiles,
    ClockTime,
    EarlierMessages,
    FailureNotice,
    OpenQuestions,
    Message,
    MessageEditor,
    OlderVersionNote,
    QueueList,
    TurnTools,
  ],
  template: `
    <tl-earlier-messages />
    @for (message of messages(); track message.id) {
      @if (edited() === message.id) {
        @defer (on immediate) {
          <tl-message-editor [messageId]="message.id" [busy]="running()" />
        } @loading {
          <tl-message [message]="message" [running]="false" />
        } @error {
          <p class="note problem" i18n>This view could not be loaded. Reload the page.</p>
        }
      } @else {
        <tl-message
          tabindex="-1"
          [id]="anchorOf(message.id)"
          [message]="message"
          [running]="running() && !$first && $index > lastHuman()"
          [waiting]="questions().length > 0 && $index > lastHuman()"
          [newest]="$count - $index <= seenFirst"
        />
        @if (message.attachments; as files) {
          <tl-attached-files [files]="files" />
        }
        @if (message.role === 'human') {
          <tl-turn-tools [message]="message" [busy]="running()" />
        }
      }
      @if (unanswered().get(message.id); as reason) {
        <p class="note" i18n>Not answered: {{ reason.error.message }}</p>
      }
    }
    @if (progress(); as text) {
      <p class="note" role="status">{{ text }}</p>
    }
    @if (stoppedUnmarked()) {
      <p class="note" i18n>Stopped. What was said before is kept.</p>
    }
    @if (questions().length > 0) {
      @defer (on immediate) {
        <tl-open-questions [questions]="questions()" />
      } @loading {
        <p class="note late" role="status" i18n>The agent asks something…</p>
      } @error {
        <p class="note problem" role="status" i18n>
          The agent asks something that could not be loaded. Reload the page.
        </p>
      }
    } @else if (isTemporary()) {
      @if (!running()) {
        <p class="note" i18n>Temporary chat: it ends ten minutes after you leave it.</p>
      }
    } @else if (state().confirmation; as confirmation) {
      @if (confirmation.saved) {
        <p class="note" i18n>
          Response saved: confirmed checkpoint at read time
          <tl-clock-time [moment]="confirmation.at" />
        </p>
      } @else {
        <p class="note" i18n>Not confirmed as saved: {{ confirmation.reason }}.</p>
      }
    }
    <tl-older-version-note />
    @if (state().failure; as failure) {
      <tl-failure-notice [failure]="failure" [unopened]="state().unopened" />
    }
    @if (state().queue.length > 0) {
      <tl-queue-list [queue]="state().queue" />
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MessageList {
  protected readonly seenFirst = NEWEST;
  readonly state = input.required<SessionState>();
  protected readonly anchorOf = anchorOf;

  readonly #current = inject(CurrentSession);

  /** The message that is being worded anew. */
  protected readonly edited = computed(() => this.#current.session().editing.edit()?.messageId);
  /** Nothing of a temporary conversation is ever called saved. */
  protected readonly isTemporary = computed(
    () => this.#current.session().settings.mode() === 'temporary',
  );
  protected readonly running = computed(() => this.state().turn !== 'idle');
  /** What the newest turn waits for; while another goes on it is not known to stand. */
  protected readonly questions = computed(() => (this.running() ? [] : this.state().questions));
  /** Those on the page: the newest, and older ones as they are asked for. */
  protected readonly messages = inject(TranscriptWindow).messages;
  protected readonly lastHuman = computed(() =>
    this.messages().findLastIndex(({ role }) => role === 'human'),
  );
  /** Reasons of earlier turns; the newest one's stands below, with what can be done about it. */
  protected readonly unanswered = computed(() => {
    const { failure, unanswered } = this.state();
    const newest = this.messages()[this.lastHuman()]?.id;
    if (failure === undefined || newest === undefined || !unanswered.has(newest)) return unanswered;
    return new Map([...unanswered].filter(([id]) => id !== newest));
  });
  /** Whether the stop shows nowhere else: an answer that was cut says so itself. */
  protected readonly stoppedUnmarked = computed(
    () => this.state().stopped && this.state().messages.at(-1)?.cut !== true,
  );
  protected readonly progress = computed(() => {
    const { turn, messages } = this.state();
    switch (turn) {
      case 'idle':
        return undefined;
      case 'sending':
        return $localize`Sending…`;
      case 'reconnecting':
        return $localize`Connection lost. The answer is made on the server; this page reads on as soon as it can reach it.`;
      case 'stopping':
        return $localize`Stopping…`;
      case 'running':
        return messages.at(-1)?.role === 'ai' && messages.at(-1)?.text !== ''
          ? undefined
          : $localize`Answering…`;
    }
  });
}
