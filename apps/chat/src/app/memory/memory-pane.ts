import { ChangeDetectionStrategy, Component, computed, inject, input, output } from '@angular/core';

import { MEMORY_PATH, TEST_IDS } from '#contract/names';

import { memoryLines, observedText, type Evidence } from '../session/evidence/evidence';
import { CurrentSession } from '../session/page/current-session';
import { Viewport } from '../ui/viewport';
import { MemoryDetails } from './memory-details';
import { MemoryList } from './memory-list';

/** All that the page shows of memory: one list of lines, and how what it says is known. */
@Component({
  selector: 'tl-memory-pane',
  imports: [MemoryDetails, MemoryList],
  template: `
    <section class="memory" aria-labelledby="memory-heading">
      <h2 id="memory-heading" i18n>Memory</h2>
      @defer (on idle) {
        <tl-memory-list [evidence]="evidence()" />
      } @placeholder {
        <div class="memory-body">
          @if (text() !== undefined) {
            <ul class="line-group" [attr.data-testid]="ids.file" [attr.data-path]="path">
              @for (line of lines(); track $index) {
                <li class="line-main" [attr.data-testid]="ids.line">{{ line }}</li>
              }
            </ul>
          }
        </div>
      } @error {
        <p class="memory-note problem" role="status" i18n>
          The list of what is remembered could not be loaded. Reload the page.
        </p>
      }
      <button
        class="icon-button memory-folder"
        type="button"
        [attr.aria-label]="foldLabel()"
        [title]="foldLabel()"
        (click)="folded.emit()"
      >
        <svg aria-hidden="true" class="icon">
          <use [attr.href]="viewport.hasPane() ? 'icons.svg#panel-right' : 'icons.svg#x'" />
        </svg>
      </button>
      @if (isOff()) {
        <p class="memory-note memory-off" role="status" i18n>
          Memory is off in this chat: nothing is read from it and nothing is written to it.
        </p>
      }
      <tl-memory-details [evidence]="evidence()" />
    </section>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryPane {
  readonly evidence = input.required<Evidence>();
  /** The person wants it out of the way. */
  readonly folded = output();

  readonly #current = inject(CurrentSession);
  protected readonly isOff = computed(() => this.#current.session().settings.isMemoryOff());
  protected readonly viewport = inject(Viewport);
  protected readonly ids = TEST_IDS;
  protected readonly path = MEMORY_PATH;
  protected readonly text = computed(() => observedText(this.evidence()));
  protected readonly lines = computed(() => memoryLines(this.text() ?? ''));
  protected readonly foldLabel = computed(() =>
    this.viewport.hasPane() ? $localize`Fold the memory away` : $localize`Close`,
  );
}
