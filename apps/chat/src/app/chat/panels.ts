import { Injectable, signal, type Signal, type WritableSignal } from '@angular/core';

/** Where it is kept which sides of the page are folded away. */
const STORAGE_KEY = 'throughline.panels.v1';

/** Which sides of a wide page are open: as the person left them, in this browser. */
@Injectable({ providedIn: 'root' })
export class Panels {
  readonly #folded = readFolded();
  readonly #column = signal(!this.#folded.includes('column'));
  /** Whether the column of conversations is open. */
  readonly column: Signal<boolean> = this.#column.asReadonly();
  readonly #memory = signal(!this.#folded.includes('memory'));
  /** Whether the column of memory is open. */
  readonly memory: Signal<boolean> = this.#memory.asReadonly();

  showColumn(isOpen: boolean): void {
    this.#show(this.#column, isOpen);
  }

  showMemory(isOpen: boolean): void {
    this.#show(this.#memory, isOpen);
  }

  #show(panel: WritableSignal<boolean>, isOpen: boolean): void {
    panel.set(isOpen);
    const folded = [this.#column() ? '' : 'column', this.#memory() ? '' : 'memory'];
    try {
      localStorage.setItem(STORAGE_KEY, folded.join(' '));
    } catch {
      // The choice then holds for this page alone.
    }
  }
}

function readFolded(): readonly string[] {
  try {
    return localStorage.getItem(STORAGE_KEY)?.split(' ') ?? [];
  } catch {
    // A storage that cannot be read holds no choice.
    return [];
  }
}
