import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

import { MemoryChange } from './memory-change';
import { stepWords } from './step-words';
import { memoryWriteOf } from './tool-arguments';
import { ToolCallView } from './tool-call';
import { toolCallState } from './tool-call-state';
import type { Work } from './turn-parts';

const MINUTE = 60;

/** The steps between two answers, folded to one line, and what they changed in the memory. */
@Component({
  selector: 'tl-work',
  imports: [MemoryChange, ToolCallView],
  template: `
    @if (steps().length > 0) {
      <details class="work-steps">
        <summary>
          @if (current(); as step) {
            <span class="ring" aria-hidden="true"></span>
            <span class="work-now">{{ step }}</span>
          } @else {
            <span>{{ summary() }}</span>
          }
          @if (failed(); as count) {
            <span class="problem" i18n>{count, plural,
              =1 {1 failed}
              other {{{ count }} failed}
            }</span>
          }
          <svg aria-hidden="true" class="icon small chevron">
            <use href="icons.svg#chevron-right" />
          </svg>
        </summary>
        <ul class="steps">
          @for (step of steps(); track step.call.id) {
            <li>
              <tl-tool-call
                [call]="step.call"
                [running]="running()"
                [waiting]="waiting()"
                [receipt]="step.receipt"
              />
            </li>
          }
        </ul>
      </details>
    }
    @for (step of writes(); track step.call.id) {
      <tl-memory-change
        [call]="step.call"
        [receipt]="step.receipt"
        [running]="running()"
        [waiting]="waiting()"
        [newest]="newest()"
        [example]="example()"
      />
    }
  `,
  host: { class: 'work-view' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class WorkView {
  readonly work = input.required<Work>();
  /** Whether the turn goes on, and nothing has been said after these steps yet. */
  readonly running = input.required<boolean>();
  readonly waiting = input.required<boolean>();
  /** Whether it belongs to the newest turn: what that changed in the memory stands open. */
  readonly newest = input.required<boolean>();
  /** Whether the turn was begun by the example of the welcome page. */
  readonly example = input.required<boolean>();

  protected readonly steps = computed(() =>
    this.work().calls.filter(({ call }) => memoryWriteOf(call) === undefined),
  );
  protected readonly writes = computed(() =>
    this.work().calls.filter(({ call }) => memoryWriteOf(call) !== undefined),
  );
  readonly #states = computed(() =>
    this.steps().map(({ call }) => ({
      call,
      state: toolCallState(call, this.running(), this.waiting()),
    })),
  );
  /** The step that goes on now, in words; undefined while none does. */
  protected readonly current = computed(() => {
    const step = this.#states().find(({ state }) => state === 'running');
    return step && stepWords(step.call);
  });
  protected readonly failed = computed(
    () => this.#states().filter(({ state }) => state === 'failed').length,
  );
  protected readonly summary = computed(() => {
    const count = this.steps().length;
    const { seconds } = this.work();
    const steps = count === 1 ? $localize`1 step` : $localize`${count}:count: steps`;
    if (seconds === undefined || seconds < 1) return steps;
    return $localize`Worked ${duration(seconds)}:time: · ${steps}:steps:`;
  });
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < MINUTE) return $localize`${whole}:seconds: s`;
  return $localize`${Math.floor(whole / MINUTE)}:minutes: min ${whole % MINUTE}:seconds: s`;
}
