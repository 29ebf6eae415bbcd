import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import type { ChatMessage } from '../session/state/message';

/** What the model thought before it answered: folded, and plain text, since it is no answer. */
@Component({
  selector: 'tl-thoughts',
  template: `
    <details class="thoughts">
      <summary>{{ words() }}</summary>
      <div class="thoughts-text">{{ message().thought }}</div>
    </details>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Thoughts {
  readonly message = input.required<ChatMessage>();
  /** Whether the answer is still being given. */
  readonly running = input.required<boolean>();

  protected readonly words = computed(() => {
    const { thoughtMs, text } = this.message();
    if (thoughtMs === undefined)
      return this.running() && text === '' ? $localize`Thinking …` : $localize`Thought`;
    const seconds = Math.max(1, Math.round(thoughtMs / 1000));
    return $localize`Thought for ${seconds} s`;
  });
}
