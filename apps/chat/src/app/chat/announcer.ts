import {
  ChangeDetectionStrategy,
  Component,
  effect,
  input,
  signal,
  untracked,
} from '@angular/core';

import type { SessionState } from '../session/state/session-state';

/** Tells a screen reader each answer once, politely, when it has ended. */
@Component({
  selector: 'tl-announcer',
  template: `<div class="visually-hidden" aria-live="polite">{{ announcement() }}</div>`,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Announcer {
  readonly state = input.required<SessionState>();
  protected readonly announcement = signal('');
  #answering = false;

  constructor() {
    effect(() => {
      const { turn, messages, failure, questions } = this.state();
      const ended = this.#answering && turn === 'idle';
      this.#answering = turn !== 'idle';
      const answer = messages.at(-1);
      untracked(() => {
        if (this.#answering) this.announcement.set('');
        else if (ended && questions.length > 0)
          this.announcement.set($localize`The agent asks before it changes what it remembers.`);
        else if (ended && failure === undefined && answer?.role === 'ai')
          void this.#speak(answer.text);
      });
    });
  }

  /** The words alone: no one wants to hear the signs that shape a text. */
  async #speak(text: string): Promise<void> {
    let words = text;
    try {
      words = (await import('../markdown/spoken-text')).spokenText(text);
    } catch {
      // Without that code the text is read as it was written.
    }
    if (!this.#answering) this.announcement.set(`Throughline: ${words}`);
  }
}
