import {
  ChangeDetectionStrategy,
  Component,
  computed,
  effect,
  inject,
  signal,
  untracked,
  viewChild,
  type ElementRef,
} from '@angular/core';

import { MEMORY_TEST_IDS } from '#contract/names';
import { MAX_STANDING_LENGTH } from '#contract/standing';

import { Scope } from '../scope/scope';
import { CurrentSession } from '../session/page/current-session';

/** Which instruction is being written: one of the list by its place, or a new one. */
type Editing = number | 'new' | undefined;

/** What should be observed in every answer of this conversation: chips to edit, remove and add. */
@Component({
  selector: 'tl-standing-chips',
  templateUrl: './standing-chips.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class StandingChips {
  readonly #current = inject(CurrentSession);
  readonly #scope = inject(Scope);
  private readonly box = viewChild<ElementRef<HTMLInputElement>>('box');
  private readonly adder = viewChild<ElementRef<HTMLButtonElement>>('adder');

  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly addLabel = $localize`Instructions for this chat`;
  protected readonly maxLength = MAX_STANDING_LENGTH;
  protected readonly editing = signal<Editing>(undefined);
  protected readonly list = computed(() => this.#current.session().settings.standing());
  /** A turn that goes on, or waits, was begun with the list as it is. */
  protected readonly canChange = computed(() => {
    const { turn, questions, opening, unopened } = this.#current.session().state();
    const isQuiet = turn === 'idle' && questions.length === 0 && !opening && !unopened;
    return isQuiet && this.#scope.snapshot().status === 'ready';
  });
  protected readonly text = computed(() => {
    const editing = this.editing();
    return typeof editing === 'number' ? (this.list()[editing] ?? '') : '';
  });

  constructor() {
    effect(() => {
      this.#current.session();
      untracked(() => this.editing.set(undefined));
    });
    effect(() => {
      if (this.editing() !== undefined) this.box()?.nativeElement.focus();
    });
  }

  protected removal(instruction: string): string {
    return $localize`Remove ${instruction}:instruction:`;
  }

  protected async keep(event: Event, text: string): Promise<void> {
    event.preventDefault();
    const editing = this.editing();
    const before = this.text();
    const kept = await this.#change((list) =>
      editing === 'new' ? [...list, text] : list.map((each) => (each === before ? text : each)),
    );
    if (kept) this.close();
  }

  protected async remove(instruction: string): Promise<void> {
    if (await this.#change((list) => list.filter((each) => each !== instruction))) this.close();
  }

  /** Ends the writing; the focus goes back to where one begins it. */
  protected close(): void {
    this.editing.set(undefined);
    this.adder()?.nativeElement.focus();
  }

  protected closeOnEscape(event: Event): void {
    // The nearest thing is this box; the turn is not to be stopped by the same key.
    event.stopPropagation();
    this.close();
  }

  async #change(change: (list: readonly string[]) => readonly string[]): Promise<boolean> {
    if (!this.canChange() || !this.#scope.admit().admitted) return false;
    return this.#current.session().settings.changeStanding(change);
  }
}
