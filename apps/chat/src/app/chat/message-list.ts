import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';

import { messageAnchor } from '#contract/recall';

import { OpenQuestions } from '../questions/open-questions';
import { ResearchCard } from '../research/research-card';
import { CurrentSession } from '../session/page/current-session';
import type { SessionState } from '../session/state/session-state';

import { AttachedFiles } from './attached-files';
import { EarlierMessages } from './earlier-messages';
import { FailureNotice } from './failure-notice';
import { Message } from './message';
import { MessageEditor } from './message-editor';
import { OlderVersionNote } from './older-version-note';
import { QueueList } from './queue-list';
import { TranscriptWindow } from './transcript-window';
import { isExampleText } from './suggestions';
import { TurnFooter } from './turn-footer';
import { TurnParts, type TurnPart } from './turn-parts';
import { TurnTools } from './turn-tools';

/** How many of the newest messages are certainly seen when a conversation is opened. */
const NEWEST = 4;

/** The conversation in order, and under it what is known of the newest turn. */
@Component({
  selector: 'tl-message-list',
  imports: [
    AttachedFiles,
    EarlierMessages,
    FailureNotice,
    OpenQuestions,
    Message,
    MessageEditor,
    OlderVersionNote,
    QueueList,
    ResearchCard,
    TurnFooter,
    TurnTools,
  ],
  template: `
    <tl-earlier-messages />
    @for (part of parts(); track part.message.id) {
      @let message = part.message;
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
          [id]="messageAnchor(message.id)"
          [attr.data-also]="alsoIn(part)"
          [class.is-asked]="message.role === 'human'"
          [message]="message"
          [work]="part.work"
          [example]="isExample(message.id)"
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
      @if (part.ends; as turn) {
        @if (!$last || !running()) {
          <tl-turn-footer
            [turn]="turn"
            [busy]="running()"
            [confirmation]="$last && !isTemporary() ? state().confirmation : undefined"
            [class.is-past]="!$last"
          />
        }
      }
    }
    @for (id of handedOver(); track id) {
      @defer (on immediate) {
        <tl-research-card [id]="id" />
      } @error {
        <p class="note problem" i18n>This view could not be loaded. Reload the page.</p>
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
    } @else if (unsaved(); as reason) {
      <p class="note" i18n>Not confirmed as saved: {{ reason }}.</p>
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
  protected readonly messageAnchor = messageAnchor;

  readonly #current = inject(CurrentSession);

  /** The message that is being worded anew. */
  protected readonly edited = computed(() => this.#current.session().editing.edit()?.messageId);
  /** Research that questions of this conversation were handed over to. */
  protected readonly handedOver = computed(() => this.#current.session().handedOver.ids());
  /** Nothing of a temporary conversation is ever called saved. */
  protected readonly isTemporary = computed(
    () => this.#current.session().settings.mode() === 'temporary',
  );
  protected readonly running = computed(() => this.state().turn !== 'idle');
  /** What the newest turn waits for; while another goes on it is not known to stand. */
  protected readonly questions = computed(() => (this.running() ? [] : this.state().questions));
  /** Those on the page: the newest, and older ones as they are asked for. */
  protected readonly messages = inject(TranscriptWindow).messages;
  readonly #turnParts = new TurnParts();
  protected readonly parts = computed(() => this.#turnParts.of(this.messages()));
  protected readonly lastHuman = computed(() =>
    this.parts().findLastIndex(({ message }) => message.role === 'human'),
  );
  readonly #examples = computed(
    () =>
      new Set(
        this.parts().flatMap(({ ends }) =>
          ends?.asked !== undefined && isExampleText(ends.asked.text)
            ? ends.answers.map(({ id }) => id)
            : [],
        ),
      ),
  );
  /** Why the newest answer is not known to be saved. */
  protected readonly unsaved = computed(() => {
    const { confirmation } = this.state();
    return confirmation?.saved === false ? confirmation.reason : undefined;
  });
  /** Reasons of earlier turns; the newest one's stands below, with what can be done about it. */
  protected readonly unanswered = computed(() => {
    const { failure, unanswered } = this.state();
    const newest = this.parts()[this.lastHuman()]?.message.id;
    if (failure === undefined || newest === undefined || !unanswered.has(newest)) return unanswered;
    return new Map([...unanswered].filter(([id]) => id !== newest));
  });
  /** Whether the stop shows nowhere else: an answer that was cut says so itself. */
  protected readonly stoppedUnmarked = computed(
    () => this.state().stopped && this.state().messages.at(-1)?.cut !== true,
  );
  /** The ids of the messages whose steps are shown with this one, by which a link finds them. */
  protected alsoIn({ work }: TurnPart): string | null {
    const ids = work?.alsoIn ?? [];
    return ids.length === 0 ? null : ids.map(messageAnchor).join(' ');
  }

  /** Whether it answers the example of the welcome page. */
  protected isExample(messageId: string): boolean {
    return this.#examples().has(messageId);
  }

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
