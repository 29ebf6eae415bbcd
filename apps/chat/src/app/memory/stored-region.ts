import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';

import { MEMORY_TEST_IDS } from '#contract/names';

import { Scope } from '../scope/scope';
import { ClockTime } from '../ui/clock-time';
import { ForgetNotice } from './forget-notice';
import { Forgetting } from './data/forgetting';
import { MemoryTools } from './memory-tools';
import { StoredLineView } from './stored-line';
import { storedLines } from './data/stored-lines';
import { StoredMemory } from './data/stored-memory';
import { StoredMeter } from './stored-meter';

/** What the store holds now, by this page's own reads: apart from what any run has observed. */
@Component({
  selector: 'tl-stored-region',
  imports: [ClockTime, ForgetNotice, MemoryTools, StoredLineView, StoredMeter],
  templateUrl: './stored-region.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class StoredRegion {
  readonly #scope = inject(Scope);
  protected readonly stored = inject(StoredMemory);
  protected readonly forgetting = inject(Forgetting);
  protected readonly ids = MEMORY_TEST_IDS;

  protected readonly view = this.stored.view;
  protected readonly canWrite = computed(() => this.#scope.snapshot().status === 'ready');
  protected readonly problem = computed(() => {
    const view = this.view();
    return view.status === 'error' ? view.message : undefined;
  });
  protected readonly memory = computed(() => {
    const view = this.view();
    return view.status === 'content' ? view.memory : undefined;
  });
  protected readonly lines = computed(() => {
    const memory = this.memory();
    return memory === undefined ? [] : storedLines(memory, this.stored.seen());
  });
  protected readonly readAt = computed(() => new Date(this.memory()?.read_at ?? Number.NaN));
  protected readonly revisionWords = computed(() => {
    const revision = this.memory()?.revision;
    if (revision === null) return $localize`Without a revision number (written past the history)`;
    return revision === 0
      ? $localize`Nothing was ever written`
      : $localize`Revision ${String(revision)}:revision:`;
  });

  protected refresh(): void {
    void this.stored.refresh();
  }
}
