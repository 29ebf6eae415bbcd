import { ChangeDetectionStrategy, Component, computed, input, linkedSignal } from '@angular/core';

import { grow, type GrowingMarkdown } from './growing-markdown';
import { MarkdownBlock } from './markdown-block';
import { readMarkdown } from './read-markdown';

interface Source {
  readonly text: string;
  readonly complete: boolean;
}

/** A text in markdown, shown as it grows: what stands is left alone, only its end is made anew. */
@Component({
  selector: 'tl-markdown-text',
  imports: [MarkdownBlock],
  template: `
    @for (block of blocks(); track $index) {
      <tl-markdown-block [block]="block" />
    }
  `,
  host: { class: 'markdown' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MarkdownText {
  readonly text = input.required<string>();
  /** Whether the text is at its end. */
  readonly complete = input.required<boolean>();

  readonly #grown = linkedSignal<Source, GrowingMarkdown>({
    source: () => ({ text: this.text(), complete: this.complete() }),
    computation: ({ text, complete }, before) => grow(before?.value, text, complete, readMarkdown),
  });
  protected readonly blocks = computed(() => this.#grown().blocks);
}
