import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  EnvironmentInjector,
  inject,
  input,
} from '@angular/core';

import { CurrentSession } from '../session/current-session';
import type { ChatMessage } from '../session/message';
import { Gate } from './gate';

const SWITCHER = '.versions';

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
      <button class="quiet-button" type="button" [disabled]="closed()" (click)="sayAgain()" i18n>
        Answer again
      </button>
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
  readonly #injector = inject(EnvironmentInjector);

  protected readonly place = computed(() =>
    this.#current.session().state().versions.get(this.message().id),
  );
  protected readonly closed = computed(() => this.busy() || this.#gate.closed() !== undefined);

  protected edit(): void {
    const { id, text } = this.message();
    this.#current.session().editing.begin(id, text);
  }

  protected sayAgain(): void {
    const { id, text } = this.message();
    this.#gate.submitAnew(id, text);
  }

  protected async step(direction: 'previous' | 'next', { currentTarget }: Event): Promise<void> {
    const switcher = currentTarget instanceof Element ? currentTarget.closest(SWITCHER) : null;
    const place = [...document.querySelectorAll(SWITCHER)].findIndex((each) => each === switcher);
    await this.#current.session().versions.step(this.message().id, direction);
    // The other version is another message with a switcher of its own, which takes the focus over.
    afterNextRender({ write: () => focusSwitcher(place, direction) }, { injector: this.#injector });
  }
}

/** Puts the focus into a switcher, where it went away with another one. */
function focusSwitcher(place: number, direction: 'previous' | 'next'): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const buttons = document.querySelectorAll(SWITCHER)[place]?.querySelectorAll('button') ?? [];
  const usable = [...buttons].filter(({ disabled }) => !disabled);
  usable.at(direction === 'previous' ? 0 : -1)?.focus();
}
