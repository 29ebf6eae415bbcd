import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import { wordDiff } from './word-diff';

/** What changed between two texts, word by word; marked by more than colour. */
@Component({
  selector: 'tl-word-diff',
  template: `
    @if (parts(); as parts) {
      <!-- prettier-ignore -->
      <pre class="literal diff" tabindex="0" [attr.aria-label]="label()"
        >@for (part of parts; track $index) {@switch (part.kind) {@case ('added') {<ins
          ><span class="visually-hidden" i18n>[added] </span>{{ part.text }}</ins
        >}@case ('removed') {<del
          ><span class="visually-hidden" i18n>[removed] </span>{{ part.text }}</del
        >}@default {<span>{{ part.text }}</span>}}}</pre
      >
    } @else {
      <p class="note" i18n>Nearly all of it changed. Before:</p>
      <pre class="literal" tabindex="0" i18n-aria-label aria-label="Text before">{{
        before()
      }}</pre>
      <p class="note" i18n>After:</p>
      <pre class="literal" tabindex="0" i18n-aria-label aria-label="Text after">{{ after() }}</pre>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class WordDiff {
  readonly before = input.required<string>();
  readonly after = input.required<string>();
  readonly label = input($localize`What changes`);
  protected readonly parts = computed(() => wordDiff(this.before(), this.after()));
}
