import { ChangeDetectionStrategy, Component, effect, input, signal } from '@angular/core';

const SECOND_MS = 1_000;

/**
 * Counts seconds down to nothing, for the eye alone: what is to be waited for is said in words
 * elsewhere, and nobody wants to hear every second.
 */
@Component({
  selector: 'tl-countdown',
  template: `
    @if (left() > 0) {
      <span aria-hidden="true" i18n>in {{ left() }} s</span>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Countdown {
  /** From how many on, counted from the moment that they are given. */
  readonly seconds = input.required<number>();
  readonly #left = signal(0);
  /** How many are left. */
  readonly left = this.#left.asReadonly();

  constructor() {
    effect((onCleanup) => {
      const end = performance.now() + this.seconds() * SECOND_MS;
      const count = () =>
        this.#left.set(Math.max(0, Math.ceil((end - performance.now()) / SECOND_MS)));
      count();
      const timer = setInterval(() => {
        count();
        if (this.#left() === 0) clearInterval(timer);
      }, SECOND_MS);
      onCleanup(() => clearInterval(timer));
    });
  }
}
