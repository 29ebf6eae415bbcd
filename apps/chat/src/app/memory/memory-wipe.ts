import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  computed,
  inject,
  Injector,
  input,
  output,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';

import type { WipeReport } from '#contract/memory-api';

import { CurrentSession } from '../session/page/current-session';
import { DraftKeeper } from '../session/page/draft-keeper';
import type { WipedToo } from './data/memory-api';
import { StoredMemory } from './data/stored-memory';
import { problemOf } from './data/problem';

/** The word that a person types to say that they mean it. */
const WORD = $localize`:What is typed to confirm, in small letters:erase`;

/** Erases the memory with its history, and on request all conversations; then says what is left. */
@Component({
  selector: 'tl-memory-wipe',
  imports: [MatFormField, MatInput, MatLabel],
  template: `
    <form class="memory-tool sheet-content" (submit)="wipe($event)">
      <h2 i18n>Erase all</h2>
      @if (report(); as report) {
        <div role="status">
          @if (report.verified) {
            <p i18n>
              Erased, and verified by a fresh read: no memory file and no earlier text is left.
            </p>
          } @else {
            <p class="problem" i18n>
              Not all of it is gone: a fresh read still found text. Erase again.
            </p>
          }
          <p class="note" i18n>
            {report.revisions_erased, plural,
              =1 {1 version erased.}
              other {{{ report.revisions_erased }} versions erased.}
            }
          </p>
          @if (report.conversations_erased !== null) {
            <p class="note" i18n>
              {report.conversations_erased, plural,
                =1 {1 conversation erased.}
                other {{{ report.conversations_erased }} conversations erased.}
              }
            </p>
          }
          @if (report.records_erased !== null) {
            <p class="note" i18n>
              {{ report.documents_erased }} documents and {{ report.records_erased }} records of
              research erased.
            </p>
          }
          <p class="note" i18n>Not reached:</p>
          <ul class="note not-reached">
            @for (sentence of report.not_reached; track sentence) {
              <li>{{ sentence }}</li>
            }
          </ul>
        </div>
        <div class="memory-actions">
          @if (report.conversations_erased === null) {
            <button
              class="button danger"
              type="button"
              [disabled]="busy()"
              (click)="erase({ conversations: true, work: work() })"
              i18n
            >
              Delete all conversations too
            </button>
          }
          <button #closer class="button" type="button" i18n (click)="closed.emit()">Close</button>
        </div>
      } @else {
        <p class="note" i18n>
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
          <span i18n>Delete all conversations of this browser identity too</span>
        </label>
        <label class="memory-check">
          <input
            #alsoWork
            type="checkbox"
            [checked]="work()"
            (change)="work.set(alsoWork.checked)"
          />
          <span i18n>Delete all documents and research too</span>
        </label>
        <mat-form-field appearance="outline" subscriptSizing="dynamic">
          <mat-label i18n>To go on, type “{{ word }}”</mat-label>
          <input
            #box
            matInput
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            [value]="typed()"
            (input)="typed.set(box.value)"
          />
        </mat-form-field>
        <div class="memory-actions">
          <button class="button danger" type="submit" [disabled]="!canErase()" i18n>Erase</button>
          <button class="button" type="button" (click)="closed.emit()" i18n>Cancel</button>
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
  readonly #drafts = inject(DraftKeeper);
  readonly #injector = inject(Injector);
  private readonly closer = viewChild<ElementRef<HTMLButtonElement>>('closer');
  protected readonly word = WORD;
  protected readonly typed = signal('');
  protected readonly conversations = signal(false);
  protected readonly work = signal(false);
  protected readonly busy = signal(false);
  protected readonly problem = signal('');
  protected readonly report = signal<WipeReport | undefined>(undefined);
  protected readonly canErase = computed(
    () => this.canWrite() && !this.busy() && this.typed().trim().toLowerCase() === WORD,
  );

  protected async wipe(event: Event): Promise<void> {
    event.preventDefault();
    if (this.canErase())
      await this.erase({ conversations: this.conversations(), work: this.work() });
  }

  protected async erase(also: WipedToo): Promise<void> {
    this.busy.set(true);
    this.problem.set('');
    try {
      this.report.set(await this.#stored.wipe(also));
      this.#drafts.forgetAll();
      // What was pressed is gone; the focus goes to what is left to do.
      const focusCloser = () => this.closer()?.nativeElement.focus();
      afterNextRender(focusCloser, { injector: this.#injector });
      // What is shown is gone with the rest.
      if (also.conversations) this.#current.startNew();
    } catch (error) {
      this.problem.set($localize`Whether it was erased is not known: ${problemOf(error)}:problem:`);
      await this.#stored.refresh();
    } finally {
      this.busy.set(false);
    }
  }
}
