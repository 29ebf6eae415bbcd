import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import { MemoryQuestionView } from '../memory/memory-question';
import type { SessionState } from '../session/reduce';
import { ClockTime } from '../ui/clock-time';
import { FailureNotice } from './failure-notice';
import { Message } from './message';
import { QueueList } from './queue-list';

/** How many of the newest messages are certainly seen when a conversation is opened. */
const NEWEST = 4;

/** The conversation in order, and under it what is known of the newest turn. */
@Component({
  selector: 'tl-message-list',
  imports: [ClockTime, FailureNotice, MemoryQuestionView, Message, QueueList],
  template: `
    @for (message of state().messages; track message.id) {
      <tl-message
        [message]="message"
        [running]="running() && !$first && $index > lastHuman()"
        [waiting]="question() !== undefined && $index > lastHuman()"
        [newest]="$count - $index <= seenFirst"
      />
      @if (unanswered().get(message.id); as reason) {
        <p class="note">Not answered: {{ reason }}</p>
      }
    }
    @if (progress(); as text) {
      <p class="note" role="status">{{ text }}</p>
    }
    @if (stoppedUnmarked()) {
      <p class="note">Stopped. What was said before is kept.</p>
    }
    @if (question(); as question) {
      @defer (on immediate) {
        <tl-memory-question [question]="question" />
      } @error {
        <p class="note problem" role="status">
          The agent asks something that could not be loaded. Reload the page.
        </p>
      }
    } @else if (state().confirmation; as confirmation) {
      @if (confirmation.saved) {
        <p class="note">
          Response saved: confirmed checkpoint at read time
          <tl-clock-time [moment]="confirmation.at" />
        </p>
      } @else {
        <p class="note">Not confirmed as saved: {{ confirmation.reason }}.</p>
      }
    }
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

  protected readonly running = computed(() => this.state().turn !== 'idle');
  /** What the newest turn waits for; while another goes on it is not known to stand. */
  protected readonly question = computed(() =>
    this.running() ? undefined : this.state().question,
  );
  protected readonly lastHuman = computed(() =>
    this.state().messages.findLastIndex(({ role }) => role === 'human'),
  );
  /** Reasons of earlier turns; the newest one's stands below, with what can be done about it. */
  protected readonly unanswered = computed(() => {
    const { failure, messages, unanswered } = this.state();
    const newest = messages[this.lastHuman()]?.id;
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
        return 'Sending…';
      case 'reconnecting':
        return 'Connection lost. The turn belongs to the server; reading on as soon as it can be reached.';
      case 'stopping':
        return 'Stopping…';
      case 'running':
        return messages.at(-1)?.role === 'ai' && messages.at(-1)?.text !== ''
          ? undefined
          : 'Answering…';
    }
  });
}
