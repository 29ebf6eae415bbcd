import {
  ChangeDetectionStrategy,
  Component,
  computed,
  ElementRef,
  inject,
  input,
  linkedSignal,
} from '@angular/core';

import type { MemoryDecision } from '#contract/memory-question';

import { Scope } from '../scope/scope';
import type { AskedQuestion } from '../session/asked-question';
import { CurrentSession } from '../session/current-session';
import { MemoryQuestionView } from './memory-question';

type Decisions = ReadonlyMap<string, MemoryDecision>;

/** All that the turn waits for. One question is answered at once; several are answered together. */
@Component({
  selector: 'tl-open-questions',
  imports: [MemoryQuestionView],
  template: `
    @for (question of questions(); track question.id) {
      <tl-memory-question
        [question]="question"
        [canAnswer]="canAnswer()"
        [place]="placeOf($index, $count)"
        [decision]="decisions().get(question.id)"
        (decide)="decide(question.id, $event)"
      />
    }
    <div class="question-end">
      @if (questions().length > 1) {
        <div class="memory-actions">
          <button
            class="button primary"
            type="button"
            [disabled]="!canAnswer() || left() > 0"
            (click)="send(decisions())"
            i18n
          >
            Send the decisions
          </button>
          <button class="button" type="button" [disabled]="!canAnswer()" (click)="rejectAll()" i18n>
            Reject all
          </button>
          <p class="note" role="status" i18n>{{ left() }} of {{ questions().length }} to decide</p>
        </div>
      }
      <p class="note" i18n>
        Nothing is written until you decide. If you write something else instead, this stays
        unanswered and nothing is written.
      </p>
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class OpenQuestions {
  readonly questions = input.required<readonly AskedQuestion[]>();

  readonly #current = inject(CurrentSession);
  readonly #scope = inject(Scope);
  readonly #element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly canAnswer = computed(() => this.#scope.snapshot().status === 'ready');
  /** What was decided of the questions that are (still) open. */
  protected readonly decisions = linkedSignal<readonly AskedQuestion[], Decisions>({
    source: this.questions,
    computation: (questions, before) => {
      const open = new Set(questions.map(({ id }) => id));
      return new Map([...(before?.value ?? [])].filter(([id]) => open.has(id)));
    },
  });
  protected readonly left = computed(() => this.questions().length - this.decisions().size);

  protected placeOf(index: number, count: number): string {
    return count === 1 ? '' : $localize`(${index + 1} of ${count})`;
  }

  protected decide(id: string, decision: MemoryDecision | undefined): void {
    const decisions = new Map(this.decisions());
    if (decision === undefined) decisions.delete(id);
    else decisions.set(id, decision);
    if (this.questions().length === 1) this.send(decisions);
    else this.decisions.set(decisions);
  }

  protected rejectAll(): void {
    this.send(new Map(this.questions().map(({ id }) => [id, { type: 'reject' }])));
  }

  protected send(decisions: Decisions): void {
    if (!this.#scope.admit().admitted) return;
    // The buttons go with the questions; the focus stays with the conversation.
    this.#element.closest<HTMLElement>('[tabindex]')?.focus();
    void this.#current.session().answer(decisions);
  }
}
