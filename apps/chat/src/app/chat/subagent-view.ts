import { ChangeDetectionStrategy, Component, computed, inject, input } from '@angular/core';

import { MarkdownText } from '../markdown/markdown-text';
import { CurrentSession } from '../session/page/current-session';
import type { ToolCall } from '../session/state/message';
import { ClockTime } from '../ui/clock-time';
import { argumentsOf } from './tool-arguments';
import { ToolCallView } from './tool-call';
import { stateWords, type ToolCallState } from './tool-call-state';

/**
 * What a subagent does, as it was seen: its words, its tool calls, its reads of the memory. Only its
 * report is kept with the conversation, and that is said where nothing else is known.
 *
 * A subagent's tool calls are shown by the view of a tool call, which shows subagents: the three
 * components import each other in a circle because what they show is nested in the same way.
 */
@Component({
  selector: 'tl-subagent',
  imports: [ClockTime, MarkdownText, ToolCallView],
  template: `
    <details class="subagent" open>
      <summary>
        <span class="subagent-name">{{ name() }}</span>
        <span class="tool-state" [attr.data-state]="state()">{{ words() }}</span>
      </summary>
      @if (seen(); as seen) {
        @for (message of seen.messages; track message.id) {
          @if (message.text) {
            <tl-markdown-text
              [text]="message.text"
              [complete]="message.complete || state() !== 'running'"
            />
          }
          @for (call of message.toolCalls; track call.place) {
            <tl-tool-call
              [call]="call"
              [running]="state() === 'running'"
              [waiting]="state() === 'waiting'"
              [receipt]="message.receipt"
            />
          }
        } @empty {
          <p class="note" i18n>It has said nothing yet.</p>
        }
        @for (read of seen.reads; track $index) {
          <p class="note">
            @if (read.sha256 === null) {
              <ng-container i18n>It found no memory file</ng-container>
            } @else if (read.revision === null) {
              <ng-container i18n>It read the memory, in a version without a number</ng-container>
            } @else {
              <ng-container i18n>It read memory version {{ read.revision }}</ng-container>
            }
            · <tl-clock-time [moment]="momentOf(read.read_at)" />
          </p>
        }
      } @else {
        <p class="note" i18n>
          What it did was not seen by this page, and only its report is kept with the conversation:
          it is the result below.
        </p>
      }
    </details>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SubagentView {
  /** The call of the tool that handed it its work. */
  readonly call = input.required<ToolCall>();
  readonly state = input.required<ToolCallState>();

  readonly #current = inject(CurrentSession);
  protected readonly seen = computed(() =>
    this.#current.session().state().subagents.get(this.call().id),
  );
  protected readonly words = computed(() => stateWords(this.state()));
  protected readonly name = computed(() => {
    const kind = argumentsOf(this.call().argumentsText)?.['subagent_type'];
    return typeof kind === 'string' ? $localize`Subagent: ${kind}:kind:` : $localize`Subagent`;
  });

  protected momentOf(text: string): Date {
    return new Date(text);
  }
}
