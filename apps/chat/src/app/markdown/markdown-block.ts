import { ChangeDetectionStrategy, Component, forwardRef, input } from '@angular/core';

import { CodeBlock } from './code-block';
import { MarkdownInlines } from './markdown-inlines';
import type { Block, ListItem } from './markdown-tree';

/** One block of a text, and those in it. */
@Component({
  selector: 'tl-markdown-block',
  imports: [CodeBlock, MarkdownInlines, forwardRef(() => MarkdownItem)],
  templateUrl: './markdown-block.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MarkdownBlock {
  readonly block = input.required<Block>();
}

/** What stands in an item of a list; whether its box is ticked is told in words too. */
@Component({
  selector: 'tl-markdown-item',
  imports: [MarkdownBlock],
  template: `
    @if (item().checked !== undefined) {
      <span class="box" [class.ticked]="item().checked" aria-hidden="true"></span>
      @if (item().checked) {
        <span class="visually-hidden" i18n>Done: </span>
      } @else {
        <span class="visually-hidden" i18n>To do: </span>
      }
    }
    @for (block of item().blocks; track $index) {
      <tl-markdown-block [block]="block" />
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MarkdownItem {
  readonly item = input.required<ListItem>();
}
