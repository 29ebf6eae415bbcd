import {
  ChangeDetectionStrategy,
  Component,
  computed,
  input,
  linkedSignal,
  output,
  signal,
} from '@angular/core';

import { holdFocus } from '../ui/hold-focus';
import { readJson } from './read-json';

/** Anything that a graph may ask: shown as it is, answered by text or by a JSON value. */
@Component({
  selector: 'tl-other-question',
  template: `
    <section class="question" tabindex="-1" [attr.aria-labelledby]="'question-' + key()">
      <h2 [id]="'question-' + key()">
        <ng-container i18n>The agent waits for an answer</ng-container>
        @if (place()) {
          {{ ' ' }}<span class="note">{{ place() }}</span>
        }
      </h2>
      @if (isText()) {
        <p class="asked-text">{{ shown() }}</p>
      } @else {
        <pre class="asked-json">{{ shown() }}</pre>
      }
      @if (decided()) {
        <div class="memory-actions">
          <p role="status" i18n>Your answer is ready.</p>
          <button class="button" type="button" (click)="again()" i18n>Answer again</button>
        </div>
      } @else {
        <label [for]="'question-answer-' + key()" i18n>Your answer</label>
        <textarea
          #box
          class="memory-text"
          rows="3"
          [id]="'question-answer-' + key()"
          [class.asked-json]="asJson()"
          [attr.aria-invalid]="problem() !== ''"
          [attr.aria-describedby]="problem() ? 'question-problem-' + key() : null"
          [value]="text()"
          (input)="write(box.value)"
        ></textarea>
        @if (problem(); as words) {
          <p class="note problem" role="alert" [id]="'question-problem-' + key()">{{ words }}</p>
        }
        <div class="memory-actions">
          <button
            class="button primary"
            type="button"
            [disabled]="!canAnswer() || text().trim() === ''"
            (click)="answer()"
            i18n
          >
            Answer
          </button>
          <label class="asked-choice">
            <input #json type="checkbox" [checked]="asJson()" (change)="choose(json.checked)" />
            <span i18n>as JSON</span>
          </label>
        </div>
      }
    </section>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class OtherQuestion {
  readonly key = input.required<string>();
  readonly value = input.required<unknown>();
  readonly canAnswer = input.required<boolean>();
  /** Which of how many it is, in words; empty where it is the only one. */
  readonly place = input('');
  /** Whether it is answered and waits for the answers to others. */
  readonly decided = input(false);
  readonly decide = output<{ readonly answer: unknown } | undefined>();

  readonly #holdFocus = holdFocus();
  protected readonly isText = computed(() => typeof this.value() === 'string');
  protected readonly shown = computed(() => {
    const value = this.value();
    return typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
  });
  /** Whether the answer is read as JSON; a question in words is first taken to want words. */
  protected readonly asJson = linkedSignal(() => !this.isText());
  protected readonly text = signal('');
  protected readonly problem = signal('');

  protected write(text: string): void {
    this.text.set(text);
    this.problem.set('');
  }

  protected choose(asJson: boolean): void {
    this.asJson.set(asJson);
    this.problem.set('');
  }

  protected again(): void {
    this.decide.emit(undefined);
    this.#holdFocus();
  }

  protected answer(): void {
    const { problem, value } = this.asJson() ? readJson(this.text()) : { value: this.text() };
    if (problem !== undefined) {
      this.problem.set(problem);
      return;
    }
    this.decide.emit({ answer: value });
    this.#holdFocus();
  }
}
