import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  signal,
} from '@angular/core';

import type { MemoryDecision } from '#contract/memory-question';
import { MEMORY_MAX_BYTES, MEMORY_PATH, MEMORY_TEST_IDS } from '#contract/names';
import { utf8Bytes } from '#contract/text';

import { Scope } from '../scope/scope';
import type { AskedQuestion } from '../session/asked-question';
import { CurrentSession } from '../session/current-session';
import { WordDiff } from './word-diff-view';

/** What the agent asks before it writes, with the change: approved, changed, or rejected. */
@Component({
  selector: 'tl-memory-question',
  imports: [WordDiff],
  template: `
    <section class="question" aria-labelledby="question-heading" [attr.data-testid]="ids.question">
      <h2 id="question-heading">{{ asker() }} asks: may I change what I remember?</h2>
      @if (editing()) {
        <label for="question-text">The whole memory, as it should be</label>
        <textarea
          #box
          id="question-text"
          class="memory-text"
          rows="8"
          spellcheck="false"
          [value]="text()"
          (input)="text.set(box.value)"
        ></textarea>
        @if (isTooLong()) {
          <p class="note problem" role="status">The text is larger than a memory may be.</p>
        }
      } @else {
        <tl-word-diff [before]="before()" [after]="after()" label="What would change" />
      }
      <div class="memory-actions">
        @if (editing()) {
          <button
            class="button primary"
            type="button"
            [disabled]="!canAnswer() || isTooLong()"
            (click)="approveEdited()"
          >
            Write this
          </button>
          <button class="button" type="button" (click)="editing.set(false)">Back</button>
        } @else {
          <button
            class="button primary"
            type="button"
            [disabled]="!canAnswer()"
            (click)="answer({ type: 'approve' })"
          >
            Approve
          </button>
          <button
            class="button"
            type="button"
            [disabled]="!canAnswer()"
            (click)="editing.set(true)"
          >
            Edit
          </button>
        }
        <button
          class="button"
          type="button"
          [disabled]="!canAnswer()"
          (click)="answer({ type: 'reject' })"
        >
          Reject
        </button>
      </div>
      <p class="note">
        Nothing is written until you decide. If you write something else instead, this stays
        unanswered and nothing is written.
      </p>
    </section>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryQuestionView {
  readonly question = input.required<AskedQuestion>();

  readonly #current = inject(CurrentSession);
  readonly #scope = inject(Scope);
  protected readonly ids = MEMORY_TEST_IDS;
  readonly #change = computed(() => this.question().asked.memory_change);
  protected readonly before = computed(() => this.#change().before ?? '');
  protected readonly after = computed(() => this.#change().after ?? '');
  protected readonly text = linkedSignal(() => this.after());
  protected readonly editing = signal(false);
  protected readonly isTooLong = computed(() => utf8Bytes(this.text()) > MEMORY_MAX_BYTES);
  protected readonly canAnswer = computed(() => this.#scope.snapshot().status === 'ready');
  protected readonly asker = computed(() =>
    this.#change().author === 'subagent' ? 'A subagent' : 'The agent',
  );

  protected approveEdited(): void {
    const content = this.text();
    const { based_on } = this.#change();
    this.answer({
      type: 'edit',
      editedAction: { name: 'write_file', args: { file_path: MEMORY_PATH, content, based_on } },
    });
  }

  protected answer(decision: MemoryDecision): void {
    if (this.#scope.admit().admitted) void this.#current.session().answer(decision);
  }
}
