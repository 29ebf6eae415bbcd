import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import type { MemoryReceipt } from '#contract/revision';
import { SUBAGENT_TOOL } from '#contract/subagent';

import { MemoryWriteView } from '../memory/memory-write';
import type { ToolCall } from '../session/state/message';
import { CopyButton } from '../ui/copy-button';
import { RecalledTurns } from './recalled-turns';
import { SubagentView } from './subagent-view';
import { memoryWriteOf } from './tool-arguments';
import type { ToolCallState } from './tool-call-state';

/** All of a tool call: what it asks to change, its arguments and its result, literally. */
@Component({
  selector: 'tl-tool-call-details',
  imports: [CopyButton, MemoryWriteView, RecalledTurns, SubagentView],
  template: `
    @if (memoryWrite(); as write) {
      <div class="tool-part">
        <h3 i18n>Change to the memory</h3>
        <tl-memory-write [write]="write" [receipt]="receipt()" />
      </div>
    }
    @if (call().name === subagentTool) {
      <tl-subagent [call]="call()" [state]="state()" />
    }
    @if (call().result?.recalled; as turns) {
      <div class="tool-part">
        <h3 i18n>Found in conversations</h3>
        <tl-recalled-turns [turns]="turns" />
      </div>
    }
    <div class="tool-part">
      <div class="tool-head">
        <h3 i18n>Arguments</h3>
        <tl-copy-button [text]="call().argumentsText" [what]="copyArguments" />
      </div>
      <pre tabindex="0" aria-label="Arguments" i18n-aria-label>{{
        call().argumentsText || noneYet
      }}</pre>
    </div>
    <div class="tool-part">
      <div class="tool-head">
        <h3 i18n>Result</h3>
        @if (call().result; as result) {
          <tl-copy-button [text]="result.text" [what]="copyResult" />
        }
      </div>
      @if (call().result; as result) {
        <pre tabindex="0" aria-label="Result" i18n-aria-label>{{ result.text }}</pre>
      } @else if (state() === 'stopped') {
        <p class="note" i18n>No result was recorded: the turn ended before there was one.</p>
      } @else {
        <p class="note" i18n>No result yet.</p>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ToolCallDetails {
  readonly call = input.required<ToolCall>();
  readonly state = input.required<ToolCallState>();
  readonly receipt = input<MemoryReceipt>();

  protected readonly subagentTool = SUBAGENT_TOOL;
  protected readonly copyArguments = $localize`Copy arguments`;
  protected readonly copyResult = $localize`Copy result`;
  protected readonly noneYet = $localize`none yet`;
  protected readonly memoryWrite = computed(() => memoryWriteOf(this.call()));
}
