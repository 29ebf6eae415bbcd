import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import type { ChatMessage } from '../session/state/message';
import { Gate } from './gate';

/** What can be done with one of the person's messages: word it anew. */
@Component({
  selector: 'tl-turn-tools',
  template: `
    <div class="turn-tools">
      @if (canReword()) {
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Edit message"
          i18n-title
          title="Edit message"
          [disabled]="closed()"
          (click)="edit()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#pencil" /></svg>
        </button>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TurnTools {
  readonly message = input.required<ChatMessage>();
  /** Whether a turn goes on, which nothing may change the ground of. */
  readonly busy = input.required<boolean>();

  readonly #current = inject(CurrentSession);
  readonly #gate = inject(Gate);
  protected readonly closed = computed(() => this.busy() || this.#gate.closed() !== undefined);

  /** A conversion goes on by the next change: what was asked before stays as it is. */
  protected readonly canReword = computed(
    () => !this.#current.session().assistant.has('conversion'),
  );

  protected edit(): void {
    const { id, text } = this.message();
    this.#current.session().editing.begin(id, text);
  }
}
