import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  inject,
  input,
  output,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';

import type { Conversation } from './data/conversation';
import { Conversations } from './data/conversations';

/** Greatest length of a title, in UTF-16 units. */
const MAX_TITLE_LENGTH = 120;

/** Where a title is written, in place of the title. Enter saves, Escape leaves it as it was. */
@Component({
  selector: 'tl-rename-form',
  template: `
    <form class="rename" (submit)="save($event)" (keydown.escape)="leave($event)">
      <input
        #title
        class="text-field"
        i18n-aria-label
        aria-label="Title of the conversation"
        i18n-placeholder
        placeholder="Leave empty to use its first words"
        autocomplete="off"
        [maxLength]="maxLength"
        [value]="conversation().title ?? ''"
        [readOnly]="saving()"
      />
      <button class="button primary small" type="submit" [disabled]="saving()" i18n>Save</button>
    </form>
    @if (failure(); as text) {
      <p class="note problem" role="alert" i18n>Not renamed. {{ text }}</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RenameForm {
  readonly conversation = input.required<Conversation>();
  readonly closed = output();

  readonly #conversations = inject(Conversations);
  private readonly title = viewChild.required<ElementRef<HTMLInputElement>>('title');
  protected readonly maxLength = MAX_TITLE_LENGTH;
  protected readonly saving = signal(false);
  protected readonly failure = signal<string | undefined>(undefined);

  constructor() {
    afterNextRender(() => this.title().nativeElement.select());
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    if (this.saving()) return;
    const title = this.title().nativeElement.value;
    if (title === (this.conversation().title ?? '')) {
      this.closed.emit();
      return;
    }
    this.saving.set(true);
    const failure = await this.#conversations.rename(this.conversation(), title);
    this.saving.set(false);
    this.failure.set(failure);
    if (failure === undefined) this.closed.emit();
  }

  protected leave(event: Event): void {
    // Escape closes the nearest thing, and no more than that.
    event.stopPropagation();
    event.preventDefault();
    this.closed.emit();
  }
}
