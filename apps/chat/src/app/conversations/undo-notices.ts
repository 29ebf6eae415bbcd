import {
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import {
  MatSnackBarAction,
  MatSnackBarActions,
  MatSnackBarLabel,
} from '@angular/material/snack-bar';

import { UNTITLED, type Conversation } from './data/conversation';
import { Conversations } from './data/conversations';

/** What a snack bar holds: deletions that can be taken back, and what could not be done. */
@Component({
  selector: 'tl-undo-notices',
  imports: [MatButton, MatSnackBarAction, MatSnackBarActions, MatSnackBarLabel],
  template: `
    @for (conversation of conversations.undoable(); track conversation.threadId) {
      <div class="notice">
        <span class="notice-text" matSnackBarLabel i18n
          >Deleted “<bdi>{{ conversation.title ?? untitled }}</bdi
          >”</span
        >
        <span matSnackBarActions>
          <button mat-button matSnackBarAction type="button" i18n (click)="undo(conversation)">
            Undo
          </button>
        </span>
      </div>
    }
    @if (conversations.problem(); as text) {
      <div class="notice" role="alert">
        <span class="notice-text whole" matSnackBarLabel>{{ text }}</span>
        <span matSnackBarActions>
          <button
            mat-button
            matSnackBarAction
            type="button"
            i18n
            (click)="conversations.dismissProblem()"
          >
            Dismiss
          </button>
        </span>
      </div>
    }
  `,
  host: { class: 'notices', '(focusin)': 'focused = true', '(focusout)': 'left($event)' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class UndoNotices {
  protected readonly conversations = inject(Conversations);
  protected readonly untitled = UNTITLED;
  readonly #element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** Whether the focus is here, or was taken along by a notice that went away. */
  focused = false;
  #count = 0;

  constructor() {
    afterRenderEffect(() => {
      const { undoable, problem } = this.conversations;
      const count = undoable().length + (problem() ? 1 : 0);
      const before = this.#count;
      this.#count = count;
      // What was deleted had the focus: it goes to what takes the deletion back.
      if (count > before || (count < before && this.focused)) this.#buttons().at(-1)?.focus();
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
