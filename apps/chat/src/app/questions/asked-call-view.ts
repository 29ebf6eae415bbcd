import {
  ChangeDetectionStrategy,
  Component,
  computed,
  input,
  linkedSignal,
  output,
  signal,
} from '@angular/core';

import { Rejection } from '../ui/rejection';
import type { AskedCall, CallDecision } from './action-review';
import { holdFocus } from '../ui/hold-focus';
import { readArguments } from './read-json';

/** A call of a tool that waits for the person: approved, changed, or rejected, as the graph allows. */
@Component({
  selector: 'tl-asked-call',
  imports: [Rejection],
  templateUrl: './asked-call-view.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AskedCallView {
  readonly key = input.required<string>();
  readonly call = input.required<AskedCall>();
  readonly canAnswer = input.required<boolean>();
  /** Which of how many it is, in words; empty where it is the only one. */
  readonly place = input('');
  /** What was decided, where it waits for the decisions on others. */
  readonly decision = input<CallDecision>();
  readonly decide = output<CallDecision | undefined>();

  readonly #holdFocus = holdFocus();
  protected readonly args = computed(() => JSON.stringify(this.call().args, null, 2));
  protected readonly text = linkedSignal(() => this.args());
  protected readonly editing = signal(false);
  protected readonly problem = signal('');
  protected readonly shown = computed(() => {
    const decision = this.decision();
    return decision?.type === 'edit' ? JSON.stringify(decision.args, null, 2) : this.args();
  });
  protected readonly decided = computed(() => {
    switch (this.decision()?.type) {
      case undefined:
        return '';
      case 'approve':
        return $localize`To be approved.`;
      case 'edit':
        return $localize`To be done as you have changed it.`;
      case 'reject':
        return $localize`To be rejected.`;
    }
  });

  protected rewrite(text: string): void {
    this.text.set(text);
    this.problem.set('');
  }

  protected edit(): void {
    this.editing.set(true);
    this.#holdFocus();
  }

  /** Tells the decision, or with none that it is to be taken again. */
  protected tell(decision: CallDecision | undefined): void {
    this.editing.set(false);
    this.decide.emit(decision);
    this.#holdFocus();
  }

  protected approveEdited(): void {
    const { problem, value } = readArguments(this.text());
    if (problem === undefined) this.tell({ type: 'edit', args: value });
    else this.problem.set(problem);
  }

  protected stopEditing(): void {
    this.problem.set('');
    this.editing.set(false);
    this.#holdFocus();
  }
}
