import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  input,
  linkedSignal,
  output,
  viewChild,
  type ElementRef,
} from '@angular/core';

import type { MemoryConflict } from '#contract/memory-api';
import { MEMORY_TEST_IDS } from '#contract/names';

import type { Basis } from './data/memory-api';

/** The text that is to stay, and the one that it takes the place of. */
export interface Chosen {
  readonly text: string;
  readonly basedOn: Basis;
}

/** Two texts that touch the same lines, side by side; the person decides which stays, edited or not. */
@Component({
  selector: 'tl-memory-conflict',
  template: `
    <dialog
      #dialog
      class="conflict"
      aria-labelledby="conflict-heading"
      [attr.data-testid]="ids.conflict"
      (close)="closed.emit()"
    >
      <h2 id="conflict-heading" i18n>Changed in two places</h2>
      <p class="note" i18n>
        {{ conflict().message }} Both texts can be edited; the one you save is the whole memory.
      </p>
      @if (conflict().current.text === null) {
        <p class="note" i18n>The file was erased meanwhile.</p>
      }
      <div class="conflict-sides">
        <div class="conflict-side">
          <label for="conflict-mine" i18n>Mine</label>
          <textarea
            #mineBox
            id="conflict-mine"
            class="memory-text"
            rows="10"
            spellcheck="false"
            [value]="mine()"
            (input)="mine.set(mineBox.value)"
          ></textarea>
          <button
            class="button primary"
            type="button"
            [disabled]="busy()"
            (click)="take(mine())"
            i18n
          >
            Save mine
          </button>
        </div>
        <div class="conflict-side">
          <label for="conflict-theirs" i18n>Theirs, as it stands now</label>
          <textarea
            #theirsBox
            id="conflict-theirs"
            class="memory-text"
            rows="10"
            spellcheck="false"
            [value]="theirs()"
            (input)="theirs.set(theirsBox.value)"
          ></textarea>
          <button class="button" type="button" [disabled]="busy()" (click)="take(theirs())" i18n>
            Save theirs
          </button>
        </div>
      </div>
      <button class="button" type="button" (click)="dialog.close()" i18n>
        Back without saving
      </button>
    </dialog>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryConflictChoice {
  readonly conflict = input.required<MemoryConflict>();
  readonly busy = input.required<boolean>();
  readonly chosen = output<Chosen>();
  readonly closed = output();

  private readonly dialog = viewChild.required<ElementRef<HTMLDialogElement>>('dialog');
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly mine = linkedSignal(() => this.conflict().yours ?? '');
  protected readonly theirs = linkedSignal(() => this.conflict().current.text ?? '');

  constructor() {
    afterNextRender(() => this.dialog().nativeElement.showModal());
  }

  protected take(text: string): void {
    this.chosen.emit({ text, basedOn: this.conflict().current.sha256 });
  }
}
