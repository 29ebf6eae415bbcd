import {
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  output,
} from '@angular/core';

import { UNTITLED, type Conversation } from './conversation';
import { Conversations } from './conversations';

/** Deletions that can be taken back, and what could not be done. */
@Component({
  selector: 'tl-undo-notices',
  template: `
    <div role="status">
      @for (conversation of conversations.undoable(); track conversation.threadId) {
        <p class="notice">
          <span class="notice-text">Deleted “{{ conversation.title ?? untitled }}”</span>
          <button class="button small" type="button" (click)="undo(conversation)">Undo</button>
        </p>
      }
      @if (conversations.gone(); as conversation) {
        <p class="notice">
          <span class="notice-text" i18n
            >Deleted “{{ conversation.title ?? untitled }}”. A temporary conversation cannot be
            brought back.</span
          >
          <button class="button small" type="button" (click)="conversations.dismissGone()" i18n>
            Dismiss
          </button>
        </p>
      }
    </div>
    @if (conversations.problem(); as text) {
      <div class="notice problem-notice" role="alert">
        <span class="notice-text">{{ text }}</span>
        <button class="button small" type="button" (click)="conversations.dismissProblem()">
          Dismiss
        </button>
      </div>
    }
  `,
  host: { class: 'notices', '(focusin)': 'focused = true', '(focusout)': 'left($event)' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class UndoNotices {
  protected readonly conversations = inject(Conversations);
  protected readonly untitled = UNTITLED;
  /** A notice went away that had the focus: it wants a new place. */
  readonly focusLost = output();
  readonly #element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected focused = false;
  #count = this.conversations.undoable().length;

  constructor() {
    afterRenderEffect(() => {
      const { undoable, gone, problem } = this.conversations;
      const count = undoable().length + (gone() ? 1 : 0) + (problem() ? 1 : 0);
      const [before, hadFocus] = [this.#count, this.focused];
      this.#count = count;
      // What was deleted had the focus: it goes to what takes the deletion back.
      if (count > before) this.#buttons().at(-1)?.focus();
      else if (count < before && hadFocus && !this.#element.contains(document.activeElement)) {
        this.focused = false;
        this.focusLost.emit();
      }
    });
  }

  protected undo(conversation: Conversation): void {
    this.conversations.undo(conversation);
  }

  protected left({ relatedTarget }: FocusEvent): void {
    // Focus that goes nowhere was taken along by a notice that went away.
    if (relatedTarget !== null) this.focused = false;
  }

  #buttons(): HTMLElement[] {
    return [...this.#element.querySelectorAll<HTMLElement>('button')];
  }
}
