import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import type { MatchRange } from '#contract/conversation';

/** Literal text in which what was looked for is marked. */
@Component({
  selector: 'tl-marked-text',
  // No white space of the template's may come between pieces of a word.
  template: `
    @for (piece of pieces(); track $index) {
      @if (piece.marked) {
        <mark>{{ piece.text }}</mark>
      } @else {
        <span>{{ piece.text }}</span>
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MarkedText {
  readonly text = input.required<string>();
  /** In order, not overlapping. */
  readonly matches = input.required<readonly MatchRange[]>();

  protected readonly pieces = computed(() => {
    const text = this.text();
    const pieces: { text: string; marked: boolean }[] = [];
    let end = 0;
    for (const [from, to] of this.matches()) {
      pieces.push({ text: text.slice(end, from), marked: false });
      pieces.push({ text: text.slice(from, to), marked: true });
      end = to;
    }
    return [...pieces, { text: text.slice(end), marked: false }];
  });
}
