import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  resource,
} from '@angular/core';

import { changedLines } from './changed-lines';
import { MEMORY_API } from './data/http-memory-api';
import { keptTextOf } from './data/kept-text';
import { problemOf } from './data/problem';
import { lineDiff } from './line-diff';

export type ChangeView = 'words' | 'lines';

/** What one version changed against the one before it, by words or by whole lines. */
@Component({
  selector: 'tl-revision-change',
  template: `
    @if (change.error()) {
      <p class="note problem" role="status">{{ problem() }}</p>
      <button class="quiet-button" type="button" (click)="change.reload()" i18n>Try again</button>
    } @else if (texts(); as texts) {
      @if (texts.before === undefined) {
        <p class="note" i18n>The version before it is not kept; this is its whole text.</p>
        <pre class="literal" tabindex="0" [attr.aria-label]="textLabel()">{{ texts.after }}</pre>
      } @else {
        <div class="changed-lines" role="group" tabindex="0" [attr.aria-label]="changeLabel()">
          @if (words(); as change) {
            @for (line of change.lines; track $index) {
              <!-- prettier-ignore -->
              <p class="diff">@for (part of line; track $index) {@switch (part.kind) {@case ('added') {<ins
                ><span class="visually-hidden" i18n>[added] </span>{{ part.text }}</ins
              >}@case ('removed') {<del
                ><span class="visually-hidden" i18n>[removed] </span>{{ part.text }}</del
              >}@default {<span>{{ part.text }}</span>}}}</p>
            }
          } @else {
            @for (line of lines().removed; track $index) {
              <p class="diff">
                <del><span class="visually-hidden" i18n>[removed] </span>{{ line }}</del>
              </p>
            }
            @for (line of lines().added; track $index) {
              <p class="diff">
                <ins><span class="visually-hidden" i18n>[added] </span>{{ line }}</ins>
              </p>
            }
          }
          @if (isBlank()) {
            <p class="note" i18n>Only white space changed. The exact text shows it.</p>
          }
          @if (words(); as change) {
            @if (change.same > 0) {
              <p class="unchanged">{{ sameWords(change.same) }}</p>
            }
          }
        </div>
      }
    } @else {
      <p class="note late" role="status" i18n>Reading version {{ number() }}…</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RevisionChange {
  readonly number = input.required<number>();
  readonly by = input.required<ChangeView>();

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
  protected readonly texts = computed(() =>
    this.change.hasValue() ? this.change.value() : undefined,
  );
  /** Undefined where lines are asked for, or nearly all of it changed. */
  protected readonly words = computed(() => {
    const texts = this.texts();
    if (texts?.before === undefined || this.by() === 'lines') return undefined;
    return changedLines(texts.before, texts.after);
  });
  protected readonly lines = computed(() => {
    const { before = '', after = '' } = this.texts() ?? {};
    return lineDiff(before, after);
  });
  protected readonly isBlank = computed(() => {
    const words = this.words();
    if (words !== undefined) return words.lines.length === 0;
    const { added, removed } = this.lines();
    return added.length + removed.length === 0;
  });

  protected problem(): string {
    return problemOf(this.change.error());
  }

  protected sameWords(count: number): string {
    return count === 1 ? $localize`1 line stays the same` : $localize`${count} lines stay the same`;
  }

  /** The text before a revision, empty before the first; undefined when it is not kept. */
  async #textBefore(number: number): Promise<string | undefined> {
    if (number === 1) return '';
    const text = await keptTextOf(this.#api, number - 1);
    return text === null ? '' : text;
  }
}
