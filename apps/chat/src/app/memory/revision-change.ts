import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  resource,
} from '@angular/core';

import { MEMORY_API } from './data/http-memory-api';
import { keptTextOf } from './data/kept-text';
import { problemOf } from './data/problem';
import { WordDiff } from './word-diff-view';

/** What one revision changed, against the one before it. */
@Component({
  selector: 'tl-revision-change',
  imports: [WordDiff],
  template: `
    @if (change.error()) {
      <p class="note problem" role="status">{{ problem() }}</p>
      <button class="quiet-button" type="button" (click)="change.reload()" i18n>Try again</button>
    } @else if (change.hasValue()) {
      @let texts = change.value();
      @if (texts.before === undefined) {
        <p class="note" i18n>The version before it is not kept; this is its whole text.</p>
        <pre class="literal" tabindex="0" [attr.aria-label]="textLabel()">{{ texts.after }}</pre>
      } @else {
        <tl-word-diff [before]="texts.before" [after]="texts.after" [label]="changeLabel()" />
      }
    } @else {
      <p class="note late" role="status" i18n>Reading version {{ number() }}…</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RevisionChange {
  readonly number = input.required<number>();

  readonly #api = inject(MEMORY_API);
  protected readonly textLabel = computed(
    () => $localize`Text of version ${this.number()}:revision:`,
  );
  protected readonly changeLabel = computed(
    () => $localize`What version ${this.number()}:revision: changed`,
  );
  protected readonly change = resource({
    params: () => this.number(),
    loader: async ({ params: number }) => {
      const [{ text }, before] = await Promise.all([
        this.#api.readRevision(number),
        this.#textBefore(number),
      ]);
      return { before, after: text ?? '' };
    },
  });

  protected problem(): string {
    return problemOf(this.change.error());
  }

  /** The text before a revision, empty before the first; undefined when it is not kept. */
  async #textBefore(number: number): Promise<string | undefined> {
    if (number === 1) return '';
    const text = await keptTextOf(this.#api, number - 1);
    return text === null ? '' : text;
  }
}
