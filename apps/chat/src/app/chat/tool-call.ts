import { ChangeDetectionStrategy, Component, computed, input, signal } from '@angular/core';

import type { MemoryReceipt } from '#contract/revision';

import type { ToolCall } from '../session/state/message';
import { targetOf } from './tool-arguments';
import { ToolCallDetails } from './tool-call-details';
import { stateWords, toolCallState } from './tool-call-state';

/** A tool call: one line when folded; all of it, as it is, when open. */
@Component({
  selector: 'tl-tool-call',
  imports: [ToolCallDetails],
  template: `
    <details class="tool" #details (toggle)="open.set(details.open)">
      <summary>
        @if (label(); as label) {
          <span>{{ label }}</span>
        } @else {
          <span class="tool-name">{{ call().name || unnamed }}</span>
          <span class="tool-target">{{ target() }}</span>
          <span class="tool-state" [attr.data-state]="state()">{{ words() }}</span>
        }
      </summary>
      @if (open()) {
        @defer (on immediate) {
          <tl-tool-call-details [call]="call()" [state]="state()" [receipt]="receipt()" />
        } @loading {
          <p class="note late" role="status" i18n>Loading…</p>
        } @error {
          <p class="note problem" i18n>This view could not be loaded. Reload the page.</p>
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
  /** What stands for it where its name and state are said already. */
  readonly label = input<string>();
  /** Which memory the model call behind it had read. */
  readonly receipt = input<MemoryReceipt>();

  protected readonly unnamed = $localize`:A tool that has no name yet:tool`;
  protected readonly open = signal(false);
  protected readonly target = computed(() => targetOf(this.call().argumentsText));
  protected readonly state = computed(() =>
    toolCallState(this.call(), this.running(), this.waiting()),
  );
  protected readonly words = computed(() => stateWords(this.state()));
}
