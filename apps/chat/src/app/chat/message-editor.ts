import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  viewChild,
  type ElementRef,
} from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import { ComposerFocus } from './composer-focus';
import { Gate } from './gate';

/** Where the person words a message anew. Enter sends, Shift+Enter breaks the line, Escape leaves. */
@Component({
  selector: 'tl-message-editor',
  template: `
    <form class="message-editor" (submit)="send($event)" (keydown.escape)="cancelOnEscape($event)">
      <label class="visually-hidden" for="new-wording" i18n>New wording</label>
      <textarea
        #text
        id="new-wording"
        class="composer-text"
        rows="3"
        aria-describedby="new-wording-note"
        [value]="editing().edit()?.text ?? ''"
        (input)="editing().write(text.value)"
        (keydown.enter)="sendOnEnter($event)"
      ></textarea>
      <p class="note" id="new-wording-note" i18n>
        This makes a new version of the conversation from here; the one so far is kept beside it.
        Memory is not rewound: what was remembered since stays remembered.
      </p>
      <div class="message-editor-choice">
        <button class="button" type="button" (click)="cancel()" i18n>Keep as it was</button>
        <button class="button primary" type="submit" [disabled]="!canSend()" i18n>
          Send new version
        </button>
      </div>
    </form>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MessageEditor {
  readonly messageId = input.required<string>();
  readonly busy = input.required<boolean>();

  readonly #current = inject(CurrentSession);
  readonly #gate = inject(Gate);
  readonly #composer = inject(ComposerFocus);
  private readonly box = viewChild.required<ElementRef<HTMLTextAreaElement>>('text');

  protected readonly editing = computed(() => this.#current.session().editing);
  protected readonly canSend = computed(() => {
    const text = this.editing().edit()?.text ?? '';
    const says = this.#gate.saysAnew(this.messageId(), text);
    return !this.busy() && this.#gate.closed() === undefined && says;
  });

  constructor() {
    afterNextRender(() => {
      const box = this.box().nativeElement;
      box.focus();
      box.setSelectionRange(box.value.length, box.value.length);
    });
  }

  protected send(event: Event): void {
    event.preventDefault();
    const text = this.editing().edit()?.text ?? '';
    if (this.canSend() && this.#gate.submitAnew(this.messageId(), text)) this.#composer.request();
  }

  protected sendOnEnter(event: Event): void {
    // While an input method composes a word, Enter accepts the word.
    if (!(event instanceof KeyboardEvent) || event.isComposing || event.shiftKey) return;
    this.send(event);
  }

  protected cancelOnEscape(event: Event): void {
    if (event instanceof KeyboardEvent && event.isComposing) return;
    // The nearest thing closes, and nothing else hears of it.
    event.stopPropagation();
    this.cancel();
  }

  protected cancel(): void {
    this.editing().end();
    this.#composer.request();
  }
}
