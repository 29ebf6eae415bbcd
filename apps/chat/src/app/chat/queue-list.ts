import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import type { Queue, QueuedMessage } from '../session/state/queue';
import { Gate } from './gate';

/** Messages that wait for their turn, in order; each can be called off while it waits. */
@Component({
  selector: 'tl-queue-list',
  template: `
    <ol class="queue" i18n-aria-label aria-label="Waiting messages">
      @for (message of queue(); track message.id) {
        <li class="queued">
          @if (message.text) {
            <div class="message-text">{{ message.text }}</div>
          }
          @if (message.attachments; as files) {
            <ul class="attached-chips" i18n-aria-label aria-label="Files of this message">
              @for (file of files; track $index) {
                <li class="attached-chip">
                  <span class="attached-name">{{ file.name }}</span>
                </li>
              }
            </ul>
          }
          <p class="note queued-state">
            <span role="status">{{ stateOf(message) }}</span>
            @switch (message.standing) {
              @case ('waiting') {
                <button class="quiet-button" type="button" (click)="callOff(message)" i18n>
                  Cancel<span class="visually-hidden"> “{{ nameOf(message) }}”</span>
                </button>
              }
              @case ('unsent') {
                <button
                  class="quiet-button"
                  type="button"
                  [disabled]="gate.closed() !== undefined"
                  (click)="gate.submitAgain(message.id)"
                  i18n
                >
                  Send again<span class="visually-hidden"> “{{ nameOf(message) }}”</span>
                </button>
                <button class="quiet-button" type="button" (click)="callOff(message)" i18n>
                  Remove<span class="visually-hidden"> “{{ nameOf(message) }}”</span>
                </button>
              }
            }
          </p>
        </li>
      }
    </ol>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class QueueList {
  readonly queue = input.required<Queue>();

  readonly #current = inject(CurrentSession);
  protected readonly gate = inject(Gate);

  /** What a message is called: its words, or the files that go without any. */
  protected nameOf({ attachments = [], text }: QueuedMessage): string {
    return text.trim() === '' ? attachments.map(({ name }) => name).join(', ') : text;
  }

  protected stateOf({ problem, standing }: QueuedMessage): string {
    if (problem !== undefined) return problem;
    switch (standing) {
      case 'sending':
        return $localize`Being queued…`;
      case 'cancelling':
        return $localize`Being cancelled…`;
      case 'waiting':
        return $localize`Queued: sent when its turn comes.`;
      case 'unsent':
        return $localize`Not sent.`;
    }
  }

  protected callOff({ id }: QueuedMessage): void {
    void this.#current.session().callOff(id);
  }
}
