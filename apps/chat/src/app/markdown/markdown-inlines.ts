import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';

import { messageAnchor } from '#contract/recall';

import { imageTitle, linkTitle } from './link-title';
import type { Inline } from './markdown-tree';

/** Running text. All of it is bound as text; an address is bound only where it was found safe. */
@Component({
  selector: 'tl-markdown-inlines',
  imports: [RouterLink],
  template: `
    @for (inline of inlines(); track $index) {
      @switch (inline.kind) {
        @case ('text') {
          <span>{{ inline.text }}</span>
        }
        @case ('code') {
          <code>{{ inline.text }}</code>
        }
        @case ('strong') {
          <strong><tl-markdown-inlines [inlines]="inline.children" /></strong>
        }
        @case ('emphasis') {
          <em><tl-markdown-inlines [inlines]="inline.children" /></em>
        }
        @case ('struck') {
          <s><tl-markdown-inlines [inlines]="inline.children" /></s>
        }
        @case ('link') {
          <a
            target="_blank"
            rel="noopener noreferrer"
            [href]="inline.href"
            [title]="linkTitle(inline)"
            ><tl-markdown-inlines [inlines]="inline.children"
          /></a>
          @if (inline.disguised) {
            <span class="link-place"> ({{ inline.place }})</span>
          }
        }
        @case ('turn') {
          <a
            title="Opens the conversation at this message"
            i18n-title
            [routerLink]="['/c', inline.threadId]"
            [fragment]="messageAnchor(inline.messageId)"
            ><tl-markdown-inlines [inlines]="inline.children"
          /></a>
        }
        @case ('image') {
          @if (inline.href) {
            <a
              class="picture"
              target="_blank"
              rel="noopener noreferrer"
              [href]="inline.href"
              [title]="linkTitle(inline)"
              >{{ imageTitle(inline) }}</a
            >
            @if (inline.disguised) {
              <span class="link-place"> ({{ inline.place }})</span>
            }
          } @else {
            <span class="picture">{{ imageTitle(inline) }}</span>
          }
        }
      }
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MarkdownInlines {
  readonly inlines = input.required<readonly Inline[]>();
  protected readonly linkTitle = linkTitle;
  protected readonly imageTitle = imageTitle;
  protected readonly messageAnchor = messageAnchor;
}
