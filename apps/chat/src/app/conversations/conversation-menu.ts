import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  Injector,
  input,
  output,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';

import { ArrowKeys } from '../ui/arrow-keys';
import { UNTITLED, type Conversation } from './conversation';
import { Conversations } from './conversations';
import type { ExportFormat } from './export-conversation';

/** What can be done with one conversation. */
@Component({
  selector: 'tl-conversation-menu',
  imports: [ArrowKeys],
  template: `
    <button
      #opener
      class="icon-button"
      type="button"
      [attr.popovertarget]="id()"
      [attr.aria-expanded]="open()"
      [attr.aria-label]="'Actions for ' + name()"
    >
      <svg aria-hidden="true" viewBox="0 0 16 16" class="icon filled">
        <circle cx="3" cy="8" r="1.4" />
        <circle cx="8" cy="8" r="1.4" />
        <circle cx="13" cy="8" r="1.4" />
      </svg>
    </button>
    <div
      #menu
      class="menu"
      popover
      tabindex="-1"
      tlArrowKeys="button"
      [id]="id()"
      (toggle)="toggled($event)"
      (keydown.escape)="$event.stopPropagation()"
    >
      @if (open()) {
        <button type="button" [disabled]="conversations.blocked()" (click)="rename()">
          Rename
        </button>
        <button type="button" (click)="export('markdown')">Export as Markdown</button>
        <button type="button" (click)="export('json')">Export as JSON</button>
        <button
          type="button"
          class="problem"
          [disabled]="conversations.blocked()"
          (click)="delete()"
        >
          Delete
        </button>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConversationMenu {
  readonly conversation = input.required<Conversation>();
  /** Tells the menus of one conversation apart where it is shown twice. */
  readonly place = input.required<string>();
  readonly renaming = output();

  readonly #injector = inject(Injector);
  protected readonly conversations = inject(Conversations);
  private readonly menu = viewChild.required<ElementRef<HTMLElement>>('menu');
  private readonly opener = viewChild.required<ElementRef<HTMLElement>>('opener');
  protected readonly open = signal(false);
  protected readonly id = computed(() => `${this.place()}-${this.conversation().threadId}`);
  protected readonly name = computed(() => this.conversation().title ?? UNTITLED);

  /** Puts the focus on the button that opens the menu. */
  focus(): void {
    this.opener().nativeElement.focus();
  }

  protected toggled(event: Event): void {
    this.open.set(event instanceof ToggleEvent && event.newState === 'open');
    if (!this.open()) return;
    const focusFirst = () =>
      this.menu().nativeElement.querySelector<HTMLElement>('button:enabled')?.focus();
    afterNextRender(focusFirst, { injector: this.#injector });
  }

  protected rename(): void {
    this.#close();
    this.renaming.emit();
  }

  protected export(format: ExportFormat): void {
    this.#close();
    void this.conversations.export(this.conversation(), format);
  }

  protected delete(): void {
    this.#close();
    this.conversations.delete(this.conversation());
  }

  #close(): void {
    this.menu().nativeElement.hidePopover();
  }
}
