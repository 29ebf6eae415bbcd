import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';

import type { RevisionSummary } from '#contract/memory-api';

import { fragmentTo } from '../session/page/sought-turn';
import { ConflictError } from './data/memory-api';
import { problemOf } from './data/problem';
import { StoredMemory } from './data/stored-memory';
import { RevisionChange, type ChangeView } from './revision-change';
import { RevisionText } from './revision-text';

/** How a version can be looked at. */
type View = ChangeView | 'exact';

/** One version: what it changed, its exact text, the chat that wrote it and the way back to it. */
@Component({
  selector: 'tl-revision-pane',
  imports: [RevisionChange, RevisionText, RouterLink],
  template: `
    <div class="revision-caption">
      <p>{{ caption() }}</p>
      <fieldset class="segments">
        <legend class="visually-hidden" i18n>Show this version by</legend>
        @for (each of views; track each.id) {
          <label class="segment">
            <input
              type="radio"
              name="revision-view"
              [checked]="view() === each.id"
              (change)="view.set(each.id)"
            />
            {{ each.label }}
          </label>
        }
      </fieldset>
    </div>
    @if (changeView(); as by) {
      <tl-revision-change [number]="revision().number" [by]="by" />
    } @else {
      <tl-revision-text [number]="revision().number" />
    }
    <div class="revision-actions">
      @if (!isNewest()) {
        <button
          class="button"
          type="button"
          [disabled]="!canWrite() || busy()"
          (click)="restore()"
          i18n
        >
          Restore version {{ revision().number }}
        </button>
      }
      @if (revision().author.thread_id; as threadId) {
        <a
          class="button bare"
          [routerLink]="['/c', threadId]"
          [fragment]="fragmentTo(revision().author)"
          i18n
          >Open the chat that wrote it</a
        >
      }
    </div>
    @if (outcome(); as words) {
      <p class="note" role="status">{{ words }}</p>
    }
  `,
  host: { class: 'revision-pane' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RevisionPane {
  readonly revision = input.required<RevisionSummary>();
  readonly isNewest = input.required<boolean>();
  readonly canWrite = input.required<boolean>();

  readonly #stored = inject(StoredMemory);
  protected readonly fragmentTo = fragmentTo;
  protected readonly views: readonly { readonly id: View; readonly label: string }[] = [
    { id: 'words', label: $localize`Words` },
    { id: 'lines', label: $localize`Lines` },
    { id: 'exact', label: $localize`Exact text` },
  ];
  protected readonly view = signal<View>('words');
  protected readonly changeView = computed(() => {
    const view = this.view();
    return view === 'exact' ? undefined : view;
  });
  protected readonly busy = signal(false);
  protected readonly outcome = signal('');
  protected readonly caption = computed(() => {
    const { number } = this.revision();
    if (this.view() === 'exact') return $localize`The whole text of v${number}:version:`;
    return number === 1
      ? $localize`What v1 began with`
      : $localize`What changed from v${number - 1}:before: to v${number}:version:`;
  });

  /** Makes this text the current one, as a new revision: history is never rewritten. */
  protected async restore(): Promise<void> {
    const view = this.#stored.view();
    if (view.status !== 'content') return;
    const { number } = this.revision();
    this.busy.set(true);
    try {
      const { sha256 } = view.memory;
      const reply = await this.#stored.change((api) => api.restore(number, sha256));
      this.outcome.set(
        reply.changed
          ? $localize`Restored, as version ${reply.revision}:revision:.`
          : $localize`The memory has this text already.`,
      );
    } catch (error) {
      const changed = error instanceof ConflictError;
      this.outcome.set(
        changed
          ? $localize`The memory was changed meanwhile; nothing was written. Look at it, then restore again.`
          : $localize`Not restored: ${problemOf(error)}:problem:`,
      );
      await this.#stored.refresh();
    } finally {
      this.busy.set(false);
    }
  }
}
