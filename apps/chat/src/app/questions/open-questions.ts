import {
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  linkedSignal,
} from '@angular/core';

import { MemoryQuestionView } from '../memory/memory-question';
import { Scope } from '../scope/scope';
import type { AskedQuestion } from '../session/state/asked-question';
import { CurrentSession } from '../session/page/current-session';
import { AskedCallView } from './asked-call-view';
import { OtherQuestion } from './other-question';
import { answersOf, rejectionOf, stepsOf, type Decided, type Decision, type Step } from './step';

/** All that the turn waits for. What is alone is answered at once; several are answered together. */
@Component({
  selector: 'tl-open-questions',
  imports: [AskedCallView, MemoryQuestionView, OtherQuestion],
  templateUrl: './open-questions.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class OpenQuestions {
  readonly questions = input.required<readonly AskedQuestion[]>();

  readonly #current = inject(CurrentSession);
  readonly #scope = inject(Scope);
  readonly #element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly canAnswer = computed(() => this.#scope.snapshot().status === 'ready');
  protected readonly steps = computed(() => stepsOf(this.questions()));
  /** What was decided of the steps that are (still) open. */
  protected readonly decided = linkedSignal<readonly Step[], Decided>({
    source: this.steps,
    computation: (steps, before) => {
      const open = new Set(steps.map(({ key }) => key));
      return new Map([...(before?.value ?? [])].filter(([key]) => open.has(key)));
    },
  });
  protected readonly left = computed(() => this.steps().length - this.decided().size);
  protected readonly rejection = computed(() => rejectionOf(this.steps()));
  /** Whether the memory alone is asked about. */
  protected readonly isMemoryAlone = computed(() =>
    this.steps().every(({ kind }) => kind === 'memory'),
  );

  protected memoryDecision(key: string) {
    const own = this.decided().get(key);
    return own?.kind === 'memory' ? own.decision : undefined;
  }

  protected callDecision(key: string) {
    const own = this.decided().get(key);
    return own?.kind === 'call' ? own.decision : undefined;
  }

  protected placeOf(index: number, count: number): string {
    return count === 1 ? '' : $localize`(${index + 1} of ${count})`;
  }

  protected decide(key: string, decision: Decision | undefined): void {
    const decided = new Map(this.decided());
    if (decision === undefined) decided.delete(key);
    else decided.set(key, decision);
    if (this.steps().length === 1) this.send(decided);
    else this.decided.set(decided);
  }

  protected send(decided: Decided): void {
    if (!this.#scope.admit().admitted) return;
    // The buttons go with the questions; the focus stays with the conversation.
    this.#element.closest<HTMLElement>('[tabindex]')?.focus();
    void this.#current.session().answer(answersOf(this.questions(), decided));
  }
}
