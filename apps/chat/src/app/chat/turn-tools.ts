import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import type { ChatMessage } from '../session/state/message';
import { Gate } from './gate';
import { SwitcherFocus, type Direction } from './switcher-focus';

/**
 * What can be done about one of the person's messages: word it anew, have it answered anew, and go
 * through its versions where branches of the conversation part at it.
 */
@Component({
  selector: 'tl-turn-tools',
  template: `
    <div class="turn-tools">
      @if (place(); as place) {
        <div class="versions" role="group" i18n-aria-label aria-label="Versions of this message">
          <button
            class="quiet-button"
            type="button"
            i18n-aria-label
            aria-label="Previous version"
            [disabled]="busy() || place.previous === undefined"
            (click)="step('previous', $event)"
          >
            <span aria-hidden="true">‹</span>
          </button>
          <span class="note" role="status" i18n>{{ place.number }} of {{ place.count }}</span>
          <button
            class="quiet-button"
            type="button"
            i18n-aria-label
            aria-label="Next version"
            [disabled]="busy() || place.next === undefined"
            (click)="step('next', $event)"
          >
            <span aria-hidden="true">›</span>
          </button>
        </div>
      }
      <button class="quiet-button" type="button" [disabled]="closed()" (click)="edit()" i18n>
        Edit message
      </button>
      @if (!hasFailed()) {
        <button class="quiet-button" type="button" [disabled]="closed()" (click)="sayAgain()" i18n>
          Answer again
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
  readonly #switcherFocus = inject(SwitcherFocus);

  protected readonly place = computed(() =>
    this.#current.session().state().versions.get(this.message().id),
  );
  protected readonly closed = computed(() => this.busy() || this.#gate.closed() !== undefined);

  /** Whether it got no answer: how to try again is said where that would stand. */
  protected readonly hasFailed = computed(
    () => this.#current.session().state().failure?.messageId === this.message().id,
  );

  protected edit(): void {
    const { id, text } = this.message();
    this.#current.session().editing.begin(id, text);
  }

  protected sayAgain(): void {
    const { id, text } = this.message();
    this.#gate.submitAnew(id, text);
  }

  protected async step(direction: Direction, { currentTarget }: Event): Promise<void> {
    const holdFocus = this.#switcherFocus.holdFrom(currentTarget);
    await this.#current.session().versions.step(this.message().id, direction);
    holdFocus(direction);
  }
}
