import { inject, Injectable, Injector, signal, type Binding, type Type } from '@angular/core';

/** Where a sheet stands: at the side (a sheet from below on a phone), below, or in the middle. */
export type SheetPlace = 'side' | 'below' | 'middle';

export interface SheetOptions {
  /** What assistive technology calls it. */
  readonly label: string;
  readonly place: SheetPlace;
  /** Selector of what has the focus first; else the first thing that can have it. */
  readonly focus?: string;
  /** Inputs and outputs of the component; `close` closes the sheet. */
  readonly bindings?: (close: () => void) => Binding[];
  /** Called once it is gone and the focus has gone back. */
  readonly closed?: () => void;
}

/** Shows one modal view at a time. Its code, and that of the dialog around it, is loaded on demand. */
@Injectable({ providedIn: 'root' })
export class Sheets {
  readonly #injector = inject(Injector);
  readonly #isOpen = signal(false);
  readonly isOpen = this.#isOpen.asReadonly();
  readonly #notLoaded = signal(false);
  /** Whether the code of a view that was asked for could not be loaded. */
  readonly notLoaded = this.#notLoaded.asReadonly();
  #open: { readonly close: () => void; readonly gone: Promise<unknown> } | undefined;

  /** Shows what `load` gives; while another sheet is open it does nothing. */
  async show(load: () => Promise<Type<unknown>>, options: SheetOptions): Promise<void> {
    if (this.#isOpen()) return;
    this.#isOpen.set(true);
    this.#notLoaded.set(false);
    try {
      const [{ openSheet }, component] = await Promise.all([import('./open-sheet'), load()]);
      const { promise: gone, resolve } = Promise.withResolvers<undefined>();
      const close = openSheet(this.#injector, component, options, () => {
        this.#open = undefined;
        this.#isOpen.set(false);
        options.closed?.();
        resolve(undefined);
      });
      this.#open = { close, gone };
    } catch {
      // Told by the page; the server may be gone, or serve another build by now.
      this.#isOpen.set(false);
      this.#notLoaded.set(true);
    }
  }

  /** Closes what is open. Resolves once it is gone. */
  async close(): Promise<void> {
    this.#open?.close();
    await this.#open?.gone;
  }

  /** Loads ahead what every sheet needs. Failing is no matter yet: it is told when one is asked for. */
  prepare(): void {
    void Promise.allSettled([import('./open-sheet')]);
  }
}
