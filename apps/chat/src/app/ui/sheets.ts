import { computed, inject, Injectable, Injector, signal, type Type } from '@angular/core';

import type { SheetOptions } from './sheet-options';

interface OpenSheet {
  readonly label: string;
  /** Not there while its code is still being loaded. */
  close?: () => void;
  readonly gone: Promise<unknown>;
}

/** Shows modal views. Their code, and that of the dialog around them, is loaded on demand. */
@Injectable({ providedIn: 'root' })
export class Sheets {
  readonly #injector = inject(Injector);
  readonly #open = signal<readonly OpenSheet[]>([]);
  readonly isOpen = computed(() => this.#open().length > 0);
  readonly #notLoaded = signal(false);
  /** Whether the code of a view that was asked for could not be loaded. */
  readonly notLoaded = this.#notLoaded.asReadonly();

  /** Shows what `load` gives, above whatever is open; does nothing where the same is open already. */
  async show(load: () => Promise<Type<unknown>>, options: SheetOptions): Promise<void> {
    const { closed, label } = options;
    if (this.#open().some((each) => each.label === label)) return;
    const opener = document.activeElement;
    const { promise: gone, resolve } = Promise.withResolvers<undefined>();
    const sheet: OpenSheet = { label, gone };
    const leave = () => {
      this.#open.update((all) => all.filter((each) => each !== sheet));
      resolve(undefined);
    };
    this.#open.update((all) => [...all, sheet]);
    this.#notLoaded.set(false);
    try {
      const [{ openSheet }, component] = await Promise.all([import('./open-sheet'), load()]);
      sheet.close = openSheet(this.#injector, component, options, opener, () => {
        leave();
        closed?.();
      });
    } catch {
      // Told by the page; the server may be gone, or serve another build by now.
      leave();
      this.#notLoaded.set(true);
    }
  }

  /** Closes all that is open. Resolves once it is gone. */
  async close(): Promise<void> {
    const all = this.#open();
    for (const { close } of all.toReversed()) close?.();
    await Promise.all(all.map(({ gone }) => gone));
  }

  /** Loads ahead what every sheet needs. Failing is no matter yet: it is told when one is asked for. */
  prepare(): void {
    void Promise.allSettled([import('./open-sheet')]);
  }
}
