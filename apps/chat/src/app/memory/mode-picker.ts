import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';

import { MEMORY_MODES, type MemoryMode } from '#contract/memory-mode';

import { Scope } from '../scope/scope';
import { CurrentSession } from '../session/page/current-session';

const LABELS: Readonly<Record<MemoryMode, string>> = {
  automatic: $localize`on`,
  ask: $localize`asks first`,
  off: $localize`off`,
  temporary: $localize`off, temporary chat`,
};

/** What each choice means where that is not plain. */
const MEANINGS: Readonly<Record<MemoryMode, string>> = {
  automatic: '',
  ask: $localize`Nothing is written into the memory before you agree to it.`,
  off: $localize`This conversation neither reads nor writes the memory.`,
  temporary: $localize`Nothing is remembered, and this chat is deleted ten minutes after you leave it. It is chosen before the first message.`,
};

/** What this conversation may do with the memory; can be chosen before its first message. */
@Component({
  selector: 'tl-mode-picker',
  template: `
    <label class="chip mode" for="memory-mode">
      <svg aria-hidden="true" class="icon small"><use href="icons.svg#knot" /></svg>
      <span i18n>Memory<span class="visually-hidden"> in this conversation</span></span>
      <select
        #picker
        id="memory-mode"
        class="mode-picker"
        [disabled]="!canChoose()"
        (change)="choose(picker.value)"
      >
        @if (mode() === undefined) {
          <option value="" selected disabled i18n>not known</option>
        }
        @for (each of modes(); track each) {
          <option [value]="each" [selected]="each === mode()">{{ labels[each] }}</option>
        }
      </select>
      <svg aria-hidden="true" class="icon small"><use href="icons.svg#chevron-down" /></svg>
    </label>
    @if (waits()) {
      <p class="note" role="status" i18n>Answer the question first: then this can be changed.</p>
    } @else if (meaning(); as words) {
      <p class="note mode-meaning" role="status">{{ words }}</p>
    }
    @if (problem(); as words) {
      <p class="note problem" role="status">{{ words }}</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ModePicker {
  readonly #current = inject(CurrentSession);
  readonly #scope = inject(Scope);
  protected readonly labels = LABELS;
  protected readonly mode = computed(() => this.#current.session().settings.mode());
  /** A conversation that has messages does not become a temporary one. */
  protected readonly modes = computed(() => {
    const { canBeTemporary } = this.#current.session().settings;
    return MEMORY_MODES.filter((mode) => mode !== 'temporary' || canBeTemporary());
  });
  protected readonly problem = computed(() => this.#current.session().settings.problem());
  /** A turn that waits for an answer goes on in the mode in which it asked. */
  protected readonly waits = computed(() => this.#current.session().state().questions.length > 0);
  protected readonly canChoose = computed(
    () => this.#scope.snapshot().status === 'ready' && this.mode() !== undefined && !this.waits(),
  );
  protected readonly meaning = computed(() => {
    const mode = this.mode();
    return mode === undefined ? '' : MEANINGS[mode];
  });

  protected choose(value: string): void {
    const mode = MEMORY_MODES.find((each) => each === value);
    if (mode !== undefined && this.#scope.admit().admitted)
      void this.#current.session().settings.chooseMode(mode);
  }
}
