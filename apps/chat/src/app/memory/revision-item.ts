import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';

import type { RevisionSummary } from '#contract/memory-api';

import { fragmentTo } from '../session/page/sought-turn';
import { ClockTime } from '../ui/clock-time';
import { ConflictError } from './data/memory-api';
import { AUTHORS } from './origin';
import { RevisionChange } from './revision-change';
import { StoredMemory } from './data/stored-memory';
import { problemOf } from './data/problem';

/** One revision: who and when; open, what it changed, and the way back to it. */
@Component({
  selector: 'tl-revision-item',
  imports: [ClockTime, RevisionChange, RouterLink],
  template: `
    <details class="revision" #details (toggle)="open.set(details.open)">
      <summary>
        <span class="revision-number" i18n>Version {{ revision().number }}</span>
        @if (revision().sha256 === null) {
          <span class="note" i18n>
            {{ authors[revision().author.kind] }}, <tl-clock-time [moment]="writtenAt()" />, erased
          </span>
        } @else {
          <span class="note" i18n>
            {{ authors[revision().author.kind] }}, <tl-clock-time [moment]="writtenAt()" />
          </span>
        }
      </summary>
      @if (open()) {
        <tl-revision-change [number]="revision().number" />
        @if (revision().author.thread_id; as threadId) {
          <a
            class="note"
            [routerLink]="['/c', threadId]"
            [fragment]="fragmentTo(revision().author)"
            i18n
            >Open the chat that wrote it</a
          >
        }
        @if (!isNewest()) {
          <button
            class="quiet-button"
            type="button"
            [disabled]="!canWrite() || busy()"
            (click)="restore()"
            i18n
          >
            Restore version {{ revision().number }}
          </button>
        }
        @if (outcome(); as words) {
          <p class="note" role="status">{{ words }}</p>
        }
      }
    </details>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class RevisionItem {
  readonly revision = input.required<RevisionSummary>();
  readonly isNewest = input.required<boolean>();
  readonly canWrite = input.required<boolean>();

  readonly #stored = inject(StoredMemory);
  protected readonly authors = AUTHORS;
  protected readonly fragmentTo = fragmentTo;
  protected readonly open = signal(false);
  protected readonly busy = signal(false);
  protected readonly outcome = signal('');
  protected readonly writtenAt = computed(() => new Date(this.revision().written_at));

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
