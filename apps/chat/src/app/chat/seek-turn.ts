import {
  afterRenderEffect,
  DestroyRef,
  Directive,
  effect,
  inject,
  input,
  output,
} from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import { SoughtTurn } from '../session/page/sought-turn';
import { markFound } from './mark-found';
import { StickToEnd } from './stick-to-end';
import { TranscriptWindow } from './transcript-window';

/** Brings the turn that the address leads to into sight, and the focus to it, once it is there. */
@Directive({ selector: '[tlSeekTurn]' })
export class SeekTurn {
  /** The thread that the address names. */
  readonly threadId = input.required<string | undefined>({ alias: 'tlSeekTurn' });
  /** Whether the messages of the conversation are on the page, as far as it has any. */
  readonly isReadable = input.required<boolean>();
  /** Told before the focus moves: what covers the conversation is to give way. */
  readonly turnSought = output();

  readonly #current = inject(CurrentSession);
  readonly #sought = inject(SoughtTurn);
  readonly #end = inject(StickToEnd);
  readonly #window = inject(TranscriptWindow);

  #endMarks: () => void = () => undefined;

  constructor() {
    inject(DestroyRef).onDestroy(() => this.#endMarks());
    // In another conversation there is nothing to be marked.
    effect(() => {
      this.#current.session();
      this.#endMarks();
    });
    afterRenderEffect(() => {
      const wanted = this.#sought.wanted();
      const session = this.#current.session();
      // The address moves before the conversation does.
      if (wanted === undefined || session.threadId() !== this.threadId()) return;
      const { opening, turn, unopened } = session.state();
      if (opening || !(this.isReadable() || unopened)) return;
      const standing = this.#window.reveal(wanted.messageId);
      if (standing === 'coming') return;
      const message =
        document.getElementById(wanted.anchor) ??
        document.querySelector<HTMLElement>(`[data-also~="${CSS.escape(wanted.anchor)}"]`);
      // A turn that goes on may bring it yet; a conversation that could not be read says so itself.
      if (message === null && turn !== 'idle' && !unopened) return;
      if (message !== null) this.#show(message, wanted.words);
      // Messages that could not be read may still hold it.
      this.#sought.settle(message !== null || unopened || standing === 'unread');
    });
  }

  #show(message: HTMLElement, words: readonly string[]): void {
    this.#endMarks();
    this.#endMarks = markFound(message, words);
    this.turnSought.emit();
    this.#end.letGo();
    message.focus({ preventScroll: true });
    message.scrollIntoView({ block: 'start' });
  }
}
