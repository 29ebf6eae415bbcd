import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  resource,
} from '@angular/core';

import type { MemoryReceipt } from '#contract/revision';

import { MEMORY_API } from './data/http-memory-api';
import { keptTextOf } from './data/kept-text';
import { WordDiff } from './word-diff-view';

/** A change that a tool call asks for: of a stretch of the memory, or of all of it. */
export interface AskedWrite {
  readonly kind: 'edit' | 'whole';
  /** The stretch to be replaced; undefined where the whole file is written. */
  readonly before?: string;
  readonly after: string;
}

/** What a tool call asks to change in the memory, word by word. */
@Component({
  selector: 'tl-memory-write',
  imports: [WordDiff],
  template: `
    @let texts = change();
    @if (texts) {
      <tl-word-diff [before]="texts.before" [after]="texts.after" [label]="label" />
    } @else if (base.isLoading()) {
      <p class="note late" role="status" i18n>Reading what it was based on…</p>
    } @else {
      <p class="note" i18n>
        The text before it is not known here. The whole new text stands among the arguments.
      </p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryWriteView {
  readonly write = input.required<AskedWrite>();
  /** Which memory the model call behind it had read: what a whole new text is held against. */
  readonly receipt = input<MemoryReceipt>();

  readonly #api = inject(MEMORY_API);
  protected readonly label = $localize`What the call asks to change`;
  protected readonly base = resource({
    params: () => (this.write().kind === 'whole' ? this.receipt() : undefined),
    loader: ({ params }) => this.#textOf(params),
  });
  protected readonly change = computed(() => {
    const { after, before } = this.write();
    const known = before ?? (this.base.hasValue() ? this.base.value() : undefined);
    return known === undefined ? undefined : { before: known, after };
  });

  /** The text that a model call had read, empty for no file; undefined when it is not kept. */
  async #textOf({ revision, sha256 }: MemoryReceipt): Promise<string | undefined> {
    if (sha256 === null) return '';
    if (revision === null) return undefined;
    return (await keptTextOf(this.#api, revision)) ?? undefined;
  }
}
