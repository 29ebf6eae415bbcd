import { ChangeDetectionStrategy, Component, computed, input, signal } from '@angular/core';

import type { ToolCall } from '../session/message';
import { targetOf, toolCallState } from './tool-call-state';

/** A tool call: one line when folded; arguments and result whole, as they are, when open. */
@Component({
  selector: 'tl-tool-call',
  template: `
    <details class="tool" #details (toggle)="open.set(details.open)">
      <summary>
        <span class="tool-name">{{ call().name || 'tool' }}</span>
        <span class="tool-target">{{ target() }}</span>
        <span class="tool-state" [class.problem]="state() === 'failed'">{{ state() }}</span>
      </summary>
      @if (open()) {
        <h3>Arguments</h3>
        <pre tabindex="0" aria-label="Arguments">{{ call().argumentsText || 'none yet' }}</pre>
        <h3>Result</h3>
        @if (call().result; as result) {
          <pre tabindex="0" aria-label="Result">{{ result.text }}</pre>
        } @else {
          <p class="note">No result {{ running() || waiting() ? 'yet' : 'was recorded' }}.</p>
        }
      }
    </details>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ToolCallView {
  readonly call = input.required<ToolCall>();
  /** Whether the turn that made the call still goes on. */
  readonly running = input.required<boolean>();
  /** Whether the turn waits for an answer of the person's. */
  readonly waiting = input(false);

  protected readonly open = signal(false);
  protected readonly target = computed(() => targetOf(this.call().argumentsText));
  protected readonly state = computed(() =>
    toolCallState(this.call(), this.running(), this.waiting()),
  );
}
