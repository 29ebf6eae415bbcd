import {
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  output,
  signal,
} from '@angular/core';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';

import { isScope } from '#contract/scope';

import { Scope } from '../scope/scope';

/** Carries the identity of this browser to another, by a text that a person copies. */
@Component({
  selector: 'tl-move-identity',
  imports: [MatFormField, MatInput, MatLabel],
  template: `
    <div class="memory-tool sheet-content">
      <div class="sheet-head">
        <h2 i18n>Move to another browser</h2>
        <button class="button" type="button" i18n (click)="closed.emit()">Close</button>
      </div>
      <h3 i18n>Take this memory along</h3>
      <p class="note" i18n>
        The recovery text is the key itself: whoever holds it reads and changes this memory and all
        these conversations, and it cannot be taken back. Show it to nobody; keep it like a
        password.
      </p>
      @if (shown()) {
        <output class="recovery" i18n-aria-label aria-label="Recovery text">{{
          recoveryText()
        }}</output>
        <button class="button" type="button" (click)="copy()" i18n>Copy</button>
        <button class="button" type="button" (click)="shown.set(false)" i18n>Hide</button>
      } @else {
        <button
          class="button"
          type="button"
          [disabled]="recoveryText() === undefined"
          (click)="shown.set(true)"
          i18n
        >
          Show the recovery text
        </button>
      }
      @if (copied(); as words) {
        <p class="note" role="status">{{ words }}</p>
      }
      <form class="memory-tool" (submit)="enter($event)">
        <h3 i18n>Use a memory from elsewhere</h3>
        <p class="note" i18n>
          This browser then uses that memory and those conversations. Its present ones stay on the
          server, and can be reached with their own recovery text alone: keep that first.
        </p>
        <mat-form-field appearance="outline" subscriptSizing="dynamic">
          <mat-label i18n>Recovery text</mat-label>
          <input
            #box
            matInput
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            [readOnly]="!canWrite()"
            (input)="typed.set(box.value)"
          />
        </mat-form-field>
        @if (problem(); as words) {
          <p class="note problem" role="alert">{{ words }}</p>
        }
        @if (moved()) {
          <p class="note" role="status" i18n>Saved in this browser. Reload to use it.</p>
          <button class="button primary" type="button" (click)="reload()" i18n>Reload now</button>
        } @else {
          <button
            class="button"
            type="submit"
            [disabled]="!canWrite() || typed().trim() === ''"
            i18n
          >
            Use it here
          </button>
        }
      </form>
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MoveIdentity {
  readonly canWrite = input.required<boolean>();
  readonly closed = output();

  readonly #scope = inject(Scope);
  protected readonly shown = signal(false);
  protected readonly typed = signal('');
  protected readonly copied = signal('');
  protected readonly problem = signal('');
  protected readonly moved = signal(false);
  protected readonly recoveryText = computed(() => this.#scope.snapshot().scope);

  protected async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.recoveryText() ?? '');
      this.copied.set($localize`Copied.`);
    } catch {
      // A browser may refuse its clipboard; the text is in sight all the same.
      this.copied.set($localize`This browser does not let a page copy. Select the text instead.`);
    }
  }

  protected enter(event: Event): void {
    event.preventDefault();
    const text = this.typed().trim();
    if (!isScope(text)) {
      this.problem.set(
        $localize`That is no recovery text. It has 36 characters: copy it from the other browser as it is shown there.`,
      );
      return;
    }
    const outcome = this.#scope.moveTo(text);
    this.problem.set(outcome.moved ? '' : outcome.warning);
    this.moved.set(outcome.moved);
  }

  protected reload(): void {
    window.location.assign('/');
  }
}
