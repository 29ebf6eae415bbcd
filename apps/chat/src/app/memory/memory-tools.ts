import {
  ChangeDetectionStrategy,
  Component,
  inject,
  input,
  signal,
  viewChildren,
  type ElementRef,
} from '@angular/core';

import type { CurrentMemory } from '#contract/memory-api';

import { StoredMemory } from './stored-memory';
import { MemoryEditor } from './memory-editor';
import { MemoryHistory } from './memory-history';
import { MemoryTransfer } from './memory-transfer';
import { MemoryWipe } from './memory-wipe';
import { MovingHouse } from './moving-house';

const TOOLS = [
  { id: 'edit', label: 'Edit', writes: true },
  { id: 'history', label: 'History', writes: false },
  { id: 'transfer', label: 'Export and import', writes: false },
  { id: 'move', label: 'Move to another browser', writes: false },
  { id: 'wipe', label: 'Erase all', writes: true },
] as const;
type Tool = (typeof TOOLS)[number];

/** What a person can do with the memory; one at a time, each loaded when it is first opened. */
@Component({
  selector: 'tl-memory-tools',
  imports: [MemoryEditor, MemoryHistory, MemoryTransfer, MemoryWipe, MovingHouse],
  templateUrl: './memory-tools.html',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryTools {
  readonly canWrite = input.required<boolean>();

  readonly #stored = inject(StoredMemory);
  private readonly buttons = viewChildren<ElementRef<HTMLButtonElement>>('button');

  protected readonly tools = TOOLS;
  protected readonly open = signal<Tool['id'] | undefined>(undefined);
  /** The memory as it was read when the tool was opened: later reads do not disturb who edits. */
  protected readonly memory = signal<CurrentMemory | undefined>(undefined);

  protected isDisabled({ writes }: Tool): boolean {
    return writes && (!this.canWrite() || this.#stored.view().status !== 'content');
  }

  protected toggle({ id }: Tool): void {
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
}
