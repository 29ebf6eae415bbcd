import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  resource,
} from '@angular/core';

import type { ReadReceipt } from '#contract/revision';

import { MEMORY_API } from '../memory/data/http-memory-api';
import { keptTextOf } from '../memory/data/kept-text';
import { ForgetCall } from '../memory/data/forget-call';
import { lineDiff } from '../memory/line-diff';
import type { ToolCall } from '../session/state/message';
import { memoryWriteOf } from './tool-arguments';
import { ToolCallView } from './tool-call';
import { toolCallState } from './tool-call-state';

/** A change that the agent made to the memory: a sentence, its lines, and the way back in place. */
@Component({
  selector: 'tl-memory-change',
  imports: [ToolCallView],
  template: `
    <div class="memory-change" [class.is-open]="open()">
      <details
        #details
        class="memory-change-details"
        [open]="open()"
        (toggle)="open.set(details.open)"
      >
        <summary>
          @if (state() === 'running') {
            <span class="ring" aria-hidden="true"></span>
          } @else {
            <svg aria-hidden="true" class="icon knot"><use href="icons.svg#knot" /></svg>
          }
          <span class="memory-change-words">
            <strong [class.problem]="state() === 'failed'">{{ verb() }}</strong>
            {{ sentence() }}
          </span>
          <svg aria-hidden="true" class="icon small chevron">
            <use href="icons.svg#chevron-right" />
          </svg>
        </summary>
        <div class="memory-change-inside">
          <ul class="line-changes" i18n-aria-label aria-label="What changed">
            @for (line of lines().removed; track $index) {
              <li class="removed">
                <del>{{ line }}</del>
              </li>
            }
            @for (line of lines().added; track $index) {
              <li class="added">
                <ins>{{ line }}</ins>
              </li>
            }
          </ul>
          <tl-tool-call
            [label]="detailsLabel"
            [call]="call()"
            [running]="running()"
            [waiting]="waiting()"
            [receipt]="receipt()"
          />
        </div>
      </details>
      @if (isUndoable()) {
        <button
          class="quiet-button memory-change-undo"
          type="button"
          [disabled]="forgetting.busy()"
          (click)="undo()"
        >
          @if (example()) {
            <ng-container i18n>Forget the example</ng-container>
          } @else {
            <ng-container i18n>Undo</ng-container>
          }
        </button>
      }
    </div>
    @if (outcome(); as words) {
      <p class="note" role="status">{{ words }}</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryChange {
  readonly call = input.required<ToolCall>();
  readonly receipt = input.required<ReadReceipt | undefined>();
  readonly running = input.required<boolean>();
  readonly waiting = input.required<boolean>();
  readonly newest = input.required<boolean>();
  readonly example = input.required<boolean>();

  readonly #api = inject(MEMORY_API);
  protected readonly detailsLabel = $localize`Details`;
  protected readonly forgetting = inject(ForgetCall);
  protected readonly open = linkedSignal(() => this.newest());
  protected readonly outcome = computed(() => this.forgetting.outcomes().get(this.call().id));
  protected readonly state = computed(() =>
    toolCallState(this.call(), this.running(), this.waiting()),
  );
  readonly #write = computed(() => memoryWriteOf(this.call()));
  /** What a whole new text is held against: the text that the model call had read. */
  readonly #base = resource({
    params: () => (this.#write()?.kind === 'whole' ? this.receipt() : undefined),
    loader: async ({ params: { revision, sha256 } }) => {
      if (sha256 === null) return '';
      return revision === null ? undefined : ((await keptTextOf(this.#api, revision)) ?? undefined);
    },
  });
  protected readonly lines = computed(() => {
    const write = this.#write();
    const base = this.#base.hasValue() ? this.#base.value() : undefined;
    const before = write?.kind === 'edit' ? write.before : base;
    return write === undefined || before === undefined
      ? { added: [], removed: [] }
      : lineDiff(before, write.after);
  });
  protected readonly verb = computed(() => {
    const { added, removed } = this.lines();
    switch (this.state()) {
      case 'running':
        return $localize`Remembering`;
      case 'waiting':
        return $localize`Wants to remember`;
      case 'failed':
      case 'stopped':
        return $localize`Not remembered`;
      case 'done':
        if (added.length > 0 && removed.length === 0) return $localize`Remembered:`;
        if (removed.length > 0 && added.length === 0) return $localize`Forgot:`;
        return $localize`Updated memory:`;
    }
  });
  protected readonly sentence = computed(() => {
    const { added, removed } = this.lines();
    if (added.length > 0 && removed.length > 0) return `+${added.length} −${removed.length}`;
    const [first = '', ...more] = added.length > 0 ? added : removed;
    return more.length === 0 ? first : $localize`${first}:line: and ${more.length}:count: more`;
  });
  protected readonly isUndoable = computed(
    () =>
      this.state() === 'done' &&
      (this.example()
        ? this.forgetting.canForget(this.call().id)
        : this.newest() && this.forgetting.canUndo(this.call().id)),
  );

  protected undo(): void {
    const { id } = this.call();
    void (this.example() ? this.forgetting.forget(id) : this.forgetting.undo(id));
  }
}
