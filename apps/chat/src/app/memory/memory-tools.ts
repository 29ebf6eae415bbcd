import {
  ChangeDetectionStrategy,
  Component,
  inject,
  input,
  inputBinding,
  outputBinding,
  signal,
  viewChildren,
  type ElementRef,
} from '@angular/core';

import type { CurrentMemory } from '#contract/memory-api';

import { Sheets } from '../ui/sheets';
import { MemoryEditor } from './memory-editor';
import { MemoryHistory } from './memory-history';
import { MemoryTransfer } from './memory-transfer';
import { StoredMemory } from './data/stored-memory';

const TOOLS = [
  { id: 'edit', label: $localize`Edit`, writes: true },
  { id: 'history', label: $localize`History`, writes: false },
  { id: 'transfer', label: $localize`Export and import`, writes: false },
  { id: 'move', label: $localize`Move to another browser`, writes: false },
  { id: 'wipe', label: $localize`Erase all`, writes: true },
] as const;
/** Those that ask for the whole attention: they are shown above the page. */
const ABOVE = {
  move: async () => (await import('./moving-house')).MovingHouse,
  wipe: async () => (await import('./memory-wipe')).MemoryWipe,
} as const;
type Tool = (typeof TOOLS)[number];

/** What a person can do with the memory; one at a time, each loaded when it is first opened. */
@Component({
  selector: 'tl-memory-tools',
  imports: [MemoryEditor, MemoryHistory, MemoryTransfer],
  templateUrl: './memory-tools.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryTools {
  readonly canWrite = input.required<boolean>();

  readonly #sheets = inject(Sheets);
  readonly #stored = inject(StoredMemory);
  private readonly buttons = viewChildren<ElementRef<HTMLButtonElement>>('button');

  protected readonly tools = TOOLS;
  protected readonly open = signal<Tool['id'] | undefined>(undefined);
  /** The memory as it was read when the tool was opened: later reads do not disturb who edits. */
  protected readonly memory = signal<CurrentMemory | undefined>(undefined);

  protected isDisabled({ writes }: Tool): boolean {
    return writes && (!this.canWrite() || this.#stored.view().status !== 'content');
  }

  protected isAbove({ id }: Tool): boolean {
    return id in ABOVE;
  }

  protected toggle({ id, label }: Tool): void {
    if (id === 'move' || id === 'wipe') {
      this.#showAbove(id, label);
      return;
    }
    const view = this.#stored.view();
    this.memory.set(view.status === 'content' ? view.memory : undefined);
    this.open.set(this.open() === id ? undefined : id);
  }

  /** Closes what is open and gives the focus back to its button. */
  protected close(): void {
    const place = TOOLS.findIndex(({ id }) => id === this.open());
    this.open.set(undefined);
    this.buttons()[place]?.nativeElement.focus();
  }

  #showAbove(id: keyof typeof ABOVE, label: string): void {
    void this.#sheets.show(ABOVE[id], {
      label,
      place: 'middle',
      focus: id === 'wipe' ? 'input:not([type=checkbox])' : 'button',
      bindings: (close) => [
        inputBinding('canWrite', this.canWrite),
        outputBinding('closed', close),
      ],
    });
  }
}
