import {
  ChangeDetectionStrategy,
  Component,
  computed,
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
import { ArrowKeys } from '../ui/arrow-keys';
import { ClockTime } from '../ui/clock-time';
import { problemOf } from './data/problem';
import { StoredMemory } from './data/stored-memory';
import { AUTHORS } from './origin';
import { RevisionPane } from './revision-pane';

/** Revisions shown at first, and more with each "Show older". */
const STEP = 20;
const MOST = 200;

/** Every revision that is kept, newest first, and beside the list what the chosen one changed. */
@Component({
  selector: 'tl-memory-history',
  imports: [ArrowKeys, ClockTime, RevisionPane],
  template: `
    <div class="memory-tool sheet-content memory-history">
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
          <div class="history-panes">
            <div class="history-list">
              <ol
                class="revisions"
                i18n-aria-label
                aria-label="Versions, newest first"
                tlArrowKeys=".revision"
                reversed
              >
                @for (revision of list; track revision.number) {
                  <li [attr.data-testid]="ids.revision">
                    <button
                      class="revision"
                      type="button"
                      [attr.aria-current]="revision.number === chosen()?.number || null"
                      (click)="picked.set(revision.number)"
                    >
                      <span class="revision-number">
                        <span class="visually-hidden" i18n>Version {{ revision.number }}</span>
                        <span aria-hidden="true">v{{ revision.number }}</span>
                      </span>
                      <span class="revision-author">{{ authors[revision.author.kind] }}</span>
                      @if (revision.lines; as lines) {
                        <span class="revision-lines">
                          @if (lines.added > 0) {
                            <span class="visually-hidden" i18n>Lines added: {{ lines.added }}</span>
                            <span class="added" aria-hidden="true">+{{ lines.added }}</span>
                          }
                          @if (lines.removed > 0) {
                            <span class="visually-hidden" i18n
                              >Lines removed: {{ lines.removed }}</span
                            >
                            <span class="removed" aria-hidden="true">−{{ lines.removed }}</span>
                          }
                        </span>
                      }
                      <span class="revision-time">
                        <tl-clock-time [moment]="moment(revision.written_at)" />
                        @if (revision.sha256 === null) {
                          <span i18n>, erased</span>
                        }
                      </span>
                    </button>
                  </li>
                }
              </ol>
              @if (list.length >= limit() && limit() < most) {
                <button class="quiet-button" type="button" (click)="showOlder()" i18n>
                  Show older
                </button>
              }
            </div>
            @if (chosen(); as revision) {
              @for (each of [revision]; track each.number) {
                <tl-revision-pane
                  [revision]="each"
                  [isNewest]="each.number === list[0]?.number"
                  [canWrite]="canWrite()"
                />
              }
            }
          </div>
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
  protected readonly authors = AUTHORS;
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

  /** Number of the version that the person chose; the newest before they did. */
  protected readonly picked = signal<number | undefined>(undefined);
  protected readonly chosen = computed(() => {
    const list = this.list() ?? [];
    return list.find(({ number }) => number === this.picked()) ?? list[0];
  });

  protected moment(at: string): Date {
    return new Date(at);
  }

  protected problem(): string {
    return problemOf(this.revisions.error());
  }

  protected showOlder(): void {
    this.limit.set(Math.min(this.limit() + STEP, MOST));
  }
}
