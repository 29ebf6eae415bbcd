import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  input,
  output,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';

import type { WipeReport } from '#contract/memory-api';

import { CurrentSession } from '../session/current-session';
import { toTransportError } from '../transport/transport-error';
import { StoredMemory } from './stored-memory';

/** The word that a person types to say that they mean it. */
const WORD = 'erase';

/** Erases the memory with its history, and on request all conversations; then says what is left. */
@Component({
  selector: 'tl-memory-wipe',
  template: `
    <form class="memory-tool" (submit)="wipe($event)">
      <h3>Erase all</h3>
      @if (report(); as report) {
        <div role="status">
          <p [class.problem]="!report.verified">
            {{
              report.verified
                ? 'Erased, and verified by a fresh read: no memory file and no earlier text is left.'
                : 'Not all of it is gone: a fresh read still found text. Erase again.'
            }}
          </p>
          <p class="note">
            {{ report.revisions_erased }} revisions erased
            @if (report.conversations_erased !== null) {
              , and {{ report.conversations_erased }} conversations
            }
            .
          </p>
          <p class="note">Not reached:</p>
          <ul class="note not-reached">
            @for (sentence of report.not_reached; track sentence) {
              <li>{{ sentence }}</li>
            }
          </ul>
        </div>
        <div class="memory-actions">
          @if (report.conversations_erased === null) {
            <button class="button" type="button" [disabled]="busy()" (click)="erase(true)">
              Delete all conversations too
            </button>
          }
          <button class="button" type="button" (click)="closed.emit()">Close</button>
        </div>
      } @else {
        <p class="note">
          The memory file and its whole history go. There is no way back. What was said in
          conversations stays in them, as do backups, exported files, and what was sent to the
          provider of the model.
        </p>
        <label class="memory-check">
          <input
            #also
            type="checkbox"
            [checked]="conversations()"
            (change)="conversations.set(also.checked)"
          />
          Delete all conversations of this browser identity too
        </label>
        <label for="wipe-word">To go on, type “{{ word }}”</label>
        <input
          #box
          id="wipe-word"
          class="memory-input"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          [value]="typed()"
          (input)="typed.set(box.value)"
        />
        <div class="memory-actions">
          <button class="button" type="submit" [disabled]="!canErase()">Erase</button>
          <button class="button" type="button" (click)="closed.emit()">Keep it</button>
        </div>
      }
      @if (problem(); as words) {
        <p class="note problem" role="status">{{ words }}</p>
      }
    </form>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryWipe {
  readonly canWrite = input.required<boolean>();
  readonly closed = output();

  readonly #stored = inject(StoredMemory);
  readonly #current = inject(CurrentSession);
  private readonly box = viewChild<ElementRef<HTMLInputElement>>('box');
  protected readonly word = WORD;
  protected readonly typed = signal('');
  protected readonly conversations = signal(false);
  protected readonly busy = signal(false);
  protected readonly problem = signal('');
  protected readonly report = signal<WipeReport | undefined>(undefined);
  protected readonly canErase = computed(
    () => this.canWrite() && !this.busy() && this.typed().trim().toLowerCase() === WORD,
  );

  constructor() {
    afterNextRender(() => this.box()?.nativeElement.focus());
  }

  protected async wipe(event: Event): Promise<void> {
    event.preventDefault();
    if (this.canErase()) await this.erase(this.conversations());
  }

  protected async erase(conversations: boolean): Promise<void> {
    this.busy.set(true);
    this.problem.set('');
    try {
      this.report.set(await this.#stored.wipe({ conversations }));
      // What is shown is gone with the rest.
      if (conversations) this.#current.startNew();
    } catch (error) {
      this.problem.set(`It is not known to be erased: ${toTransportError(error).message}`);
      await this.#stored.refresh();
    } finally {
      this.busy.set(false);
    }
  }
}
