import {
  ChangeDetectionStrategy,
  Component,
  computed,
  input,
  linkedSignal,
  output,
  signal,
} from '@angular/core';

import type { MemoryChangeAsked, MemoryDecision } from '#contract/memory-question';
import { MEMORY_MAX_BYTES, MEMORY_PATH, MEMORY_TEST_IDS } from '#contract/names';
import { utf8Bytes } from '#contract/text';

import { holdFocus } from '../ui/hold-focus';
import { Rejection } from '../ui/rejection';
import { WordDiff } from './word-diff-view';

/** What the agent asks before it writes, with the change: approved, changed, or rejected. */
@Component({
  selector: 'tl-memory-question',
  imports: [Rejection, WordDiff],
  templateUrl: './memory-question.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryQuestionView {
  /** Id of the question, unique on the page. */
  readonly key = input.required<string>();
  readonly change = input.required<MemoryChangeAsked>();
  readonly canAnswer = input.required<boolean>();
  /** Which of how many it is, in words; empty where it is the only one. */
  readonly place = input('');
  /** What was decided, where it waits for the decisions on others. */
  readonly decision = input<MemoryDecision>();
  readonly decide = output<MemoryDecision | undefined>();

  readonly #holdFocus = holdFocus();
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly before = computed(() => this.change().before ?? '');
  protected readonly after = computed(() => this.change().after ?? '');
  protected readonly text = linkedSignal(() => this.after());
  protected readonly editing = signal(false);
  protected readonly isTooLong = computed(() => utf8Bytes(this.text()) > MEMORY_MAX_BYTES);
  protected readonly heading = computed(() => {
    return this.change().author === 'subagent'
      ? $localize`A subagent asks: may I change what I remember?`
      : $localize`May I remember this?`;
  });
  protected readonly decided = computed(() => {
    switch (this.decision()?.type) {
      case undefined:
        return '';
      case 'approve':
        return $localize`To be approved.`;
      case 'edit':
        return $localize`To be written as you have changed it.`;
      case 'reject':
        return $localize`To be rejected.`;
    }
  });

  protected edit(editing: boolean): void {
    this.editing.set(editing);
    this.#holdFocus();
  }

  /** Tells the decision, or with none that it is to be taken again. */
  protected tell(decision: MemoryDecision | undefined): void {
    this.editing.set(false);
    this.decide.emit(decision);
    this.#holdFocus();
  }

  protected approveEdited(): void {
    const content = this.text();
    const { based_on } = this.change();
    const args = { file_path: MEMORY_PATH, content, based_on };
    this.tell({ type: 'edit', editedAction: { name: 'write_file', args } });
  }
}
