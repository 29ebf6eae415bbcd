import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';

import { Scope } from '../scope/scope';
import { CurrentSession } from '../session/page/current-session';

/** The rules that every later turn follows; each can be withdrawn. */
@Component({
  selector: 'tl-conversion-rules',
  template: `
    @if (conventions().length > 0) {
      <h3 i18n>Rules of this conversion</h3>
      <ul class="conversion-rules">
        @for (rule of conventions(); track rule) {
          <li class="chip set">
            <span class="chip-text">{{ rule }}</span>
            <button
              class="chip-remove"
              type="button"
              [disabled]="!canChange()"
              [attr.aria-label]="removal(rule)"
              (click)="withdraw(rule)"
            >
              <svg aria-hidden="true" class="icon small"><use href="icons.svg#x" /></svg>
            </button>
          </li>
        }
      </ul>
    }
    @if (outcome(); as words) {
      <p class="note" role="status">{{ words }}</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversionRules {
  readonly conventions = input.required<readonly string[]>();

  readonly #current = inject(CurrentSession);
  readonly #scope = inject(Scope);
  protected readonly outcome = signal('');
  readonly #busy = signal(false);
  protected readonly canChange = computed(() => {
    const { older, turn } = this.#current.session().state();
    const isReady = this.#scope.snapshot().status === 'ready';
    return isReady && !this.#busy() && turn === 'idle' && older === undefined;
  });

  protected removal(rule: string): string {
    return $localize`Withdraw the rule: ${rule}:rule:`;
  }

  protected async withdraw(rule: string): Promise<void> {
    if (!this.#scope.admit().admitted) return;
    this.#busy.set(true);
    try {
      const conventions = this.conventions().filter((each) => each !== rule);
      const problem = await this.#current.session().setValues({ conventions });
      this.outcome.set(
        problem === undefined
          ? $localize`Withdrawn: later turns do not follow it. The files stay as they are.`
          : $localize`Not withdrawn: ${problem}:problem:`,
      );
    } finally {
      this.#busy.set(false);
    }
  }
}
