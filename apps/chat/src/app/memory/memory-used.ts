import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';

import { observedText, type Evidence } from '../session/evidence/evidence';
import { CurrentSession } from '../session/page/current-session';
import { StoredMemory } from './data/stored-memory';

/** Which memory this conversation used last, and whether the store has the same by now. */
@Component({
  selector: 'tl-memory-used',
  template: `{{ words() }}`,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryUsed {
  readonly evidence = input.required<Evidence>();

  readonly #stored = inject(StoredMemory);
  readonly #current = inject(CurrentSession);
  protected readonly words = computed(() => {
    const evidence = this.evidence();
    if (!('contents' in evidence)) return $localize`No memory used in this chat yet`;
    const text = observedText(evidence) ?? null;
    const view = this.#stored.view();
    const now = view.status === 'content' ? view.memory : undefined;
    const isSame = now?.text === text;
    if (text === null)
      return now === undefined || isSame
        ? $localize`No memory used in this chat`
        : $localize`No memory used in this chat · changed since`;
    const given = this.#version(isSame ? now.revision : null);
    if (now === undefined) return $localize`Used in this chat: ${given}:version:`;
    return isSame
      ? $localize`Used in this chat: ${given}:version:, the same`
      : $localize`Used in this chat: ${given}:version: · changed since`;
  });

  /** A version by its number: the store's, where it is the same, else the one that was read last. */
  #version(stored: number | null): string {
    const { messages } = this.#current.session().state();
    const read = messages.findLast(({ receipt }) => receipt !== undefined)?.receipt?.revision;
    const number = stored ?? read ?? null;
    return number === null ? $localize`a memory without a number` : `v${number}`;
  }
}
