import {
  ChangeDetectionStrategy,
  Component,
  inject,
  input,
  linkedSignal,
  output,
  resource,
  signal,
} from '@angular/core';

import type { RevisionSummary } from '#contract/memory-api';
import { MEMORY_TEST_IDS } from '#contract/names';

import { MEMORY_API } from './data/http-memory-api';
import { RevisionItem } from './revision-item';
import { StoredMemory } from './data/stored-memory';
import { problemOf } from './data/problem';

/** Revisions shown at first, and more with each "Show older". */
const STEP = 20;
const MOST = 200;

/** Every revision that is kept, newest first, with what it changed. */
@Component({
  selector: 'tl-memory-history',
  imports: [RevisionItem],
  template: `
    <div class="memory-tool sheet-content">
      <div class="sheet-head">
        <h2 i18n>Memory history</h2>
        <button
          class="icon-button"
          type="button"
          i18n-aria-label
          aria-label="Close"
          (click)="closed.emit()"
        >
          <svg aria-hidden="true" class="icon"><use href="icons.svg#x" /></svg>
        </button>
      </div>
      @if (revisions.error()) {
        <p class="note problem" role="status">{{ problem() }}</p>
        <button class="quiet-button" type="button" (click)="revisions.reload()" i18n>
          Try again
        </button>
      }
      @if (list(); as list) {
        @if (list.length === 0) {
          <p class="note" i18n>Nothing was ever written.</p>
        } @else {
          <ol class="revisions" i18n-aria-label aria-label="Versions, newest first" reversed>
            @for (revision of list; track revision.number) {
              <li [attr.data-testid]="ids.revision">
                <tl-revision-item
                  [revision]="revision"
                  [isNewest]="$first"
                  [canWrite]="canWrite()"
                />
              </li>
            }
          </ol>
          @if (list.length >= limit() && limit() < most) {
            <button class="quiet-button" type="button" (click)="showOlder()" i18n>
              Show older
            </button>
          }
        }
      } @else if (!revisions.error()) {
        <p class="note late" role="status" i18n>Reading the history…</p>
      }
    </div>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryHistory {
  readonly canWrite = input.required<boolean>();
  readonly closed = output();

  readonly #api = inject(MEMORY_API);
  readonly #stored = inject(StoredMemory);
  protected readonly ids = MEMORY_TEST_IDS;
  protected readonly most = MOST;
  protected readonly limit = signal(STEP);
  protected readonly revisions = resource({
    // Read anew whenever anyone has written.
    params: () => ({ limit: this.limit(), newest: this.#stored.newest() }),
    loader: ({ params }) => this.#api.readRevisions(params.limit),
  });

  /** What was read last stays in sight while it is read anew. */
  protected readonly list = linkedSignal<
    readonly RevisionSummary[] | undefined,
    readonly RevisionSummary[] | undefined
  >({
    source: () => (this.revisions.hasValue() ? this.revisions.value() : undefined),
    computation: (read, before) => read ?? before?.value,
  });

  protected problem(): string {
    return problemOf(this.revisions.error());
  }

  protected showOlder(): void {
    this.limit.set(Math.min(this.limit() + STEP, MOST));
  }
}
