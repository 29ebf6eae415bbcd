import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  inputBinding,
  outputBinding,
} from '@angular/core';

import { MEMORY_TEST_IDS } from '#contract/names';

import { StoredMemory } from '../memory/data/stored-memory';
import { describeReceipt } from '../session/evidence/receipt';
import { CurrentSession } from '../session/page/current-session';
import type { Confirmation } from '../session/state/confirmation';
import { CopyButton } from '../ui/copy-button';
import { Sheets } from '../ui/sheets';
import { Gate } from './gate';
import { SwitcherFocus, type Direction } from './switcher-focus';
import type { Turn } from './turn-parts';

/** What can be done with an answer, and in a word each what is known of it. */
@Component({
  selector: 'tl-turn-footer',
  imports: [CopyButton],
  template: `
    <div class="turn-footer" role="group" i18n-aria-label aria-label="About this answer">
      @if (text(); as text) {
        <tl-copy-button [text]="text" [what]="copyLabel" />
      }
      @if (turn().asked && !hasFailed() && canRegenerate()) {
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Regenerate"
          i18n-title
          title="Regenerate"
          [disabled]="closed()"
          (click)="regenerate()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#again" /></svg>
        </button>
      }
      @if (place(); as place) {
        <div class="versions" role="group" i18n-aria-label aria-label="Versions of this message">
          <button
            class="icon-button"
            type="button"
            i18n-aria-label
            aria-label="Previous version"
            [disabled]="busy() || place.previous === undefined"
            (click)="step('previous', $event)"
          >
            <svg aria-hidden="true" class="icon small"><use href="icons.svg#chevron-left" /></svg>
          </button>
          <span role="status">
            <span class="visually-hidden" i18n>{{ place.number }} of {{ place.count }}</span>
            <span aria-hidden="true">{{ place.number }}/{{ place.count }}</span>
          </span>
          <button
            class="icon-button"
            type="button"
            i18n-aria-label
            aria-label="Next version"
            [disabled]="busy() || place.next === undefined"
            (click)="step('next', $event)"
          >
            <svg aria-hidden="true" class="icon small"><use href="icons.svg#chevron-right" /></svg>
          </button>
        </div>
      }
      <span class="truth">
        @if (words(); as words) {
          <button
            class="said"
            type="button"
            aria-haspopup="dialog"
            i18n-title
            title="Memory used in this answer"
            [attr.data-testid]="ids.receipt"
            (click)="showGiven()"
          >
            {{ words.used }}
            @if (words.changed) {
              <span [attr.data-testid]="ids.receiptSince" i18n>, changed since</span>
            }
          </button>
        }
        @if (confirmation()?.saved) {
          <button
            class="said saved"
            type="button"
            aria-haspopup="dialog"
            i18n-title
            title="How that is known"
            (click)="showGiven()"
          >
            <svg aria-hidden="true" class="icon small"><use href="icons.svg#check" /></svg>
            <span i18n>Saved</span>
          </button>
        }
      </span>
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TurnFooter {
  readonly turn = input.required<Turn>();
  /** Whether a turn goes on, which nothing may change the ground of. */
  readonly busy = input.required<boolean>();
  /** What is known of the answer being saved; undefined for every turn but the newest. */
  readonly confirmation = input.required<Confirmation | undefined>();

  readonly #current = inject(CurrentSession);
  readonly #gate = inject(Gate);
  readonly #sheets = inject(Sheets);
  readonly #stored = inject(StoredMemory);
  /** A conversion is not made anew: the next change says what should be different. */
  protected readonly canRegenerate = computed(
    () => !this.#current.session().assistant.has('conversion'),
  );
  readonly #switcherFocus = inject(SwitcherFocus);
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly copyLabel = $localize`Copy answer`;

  protected readonly closed = computed(() => this.busy() || this.#gate.closed() !== undefined);
  /** Whether it got no answer: how to try again is said where that would stand. */
  protected readonly hasFailed = computed(() => {
    const failed = this.#current.session().state().failure?.messageId;
    return failed !== undefined && failed === this.turn().asked?.id;
  });
  protected readonly text = computed(
    () => this.turn().answers.findLast(({ text }) => text !== '')?.text,
  );
  protected readonly place = computed(() => {
    const { asked } = this.turn();
    return asked && this.#current.session().state().versions.get(asked.id);
  });
  readonly #receipts = computed(() => this.turn().answers.flatMap(({ receipt }) => receipt ?? []));
  /** Of the last model call, whose words the answer is. */
  protected readonly words = computed(() => {
    const receipt = this.#receipts().at(-1);
    if (receipt === undefined) return undefined;
    const { opens, since } = describeReceipt(receipt, this.#stored.now());
    const used =
      opens !== undefined
        ? $localize`Memory v${opens}:version:`
        : receipt.sha256 === null
          ? $localize`No memory used`
          : $localize`Memory without a number`;
    return { used, changed: since !== undefined };
  });

  protected regenerate(): void {
    const { asked } = this.turn();
    if (asked !== undefined) this.#gate.submitAnew(asked.id, asked.text);
  }

  protected async step(direction: Direction, { currentTarget }: Event): Promise<void> {
    const { asked } = this.turn();
    if (asked === undefined) return;
    const holdFocus = this.#switcherFocus.holdFrom(currentTarget);
    await this.#current.session().versions.step(asked.id, direction);
    holdFocus(direction);
  }

  protected showGiven(): void {
    const load = async () => (await import('../memory/memory-given')).MemoryGiven;
    void this.#sheets.show(load, {
      label: $localize`Memory used in this answer`,
      place: 'middle',
      bindings: (close) => [
        inputBinding('receipts', this.#receipts),
        inputBinding('confirmation', this.confirmation),
        outputBinding('closed', close),
      ],
    });
  }
}
