import { DestroyRef, DOCUMENT, inject, Injectable, signal } from '@angular/core';

/** Where the choice is kept; public/theme.js reads it before the first paint. */
export const THEME_STORAGE_KEY = 'throughline.theme.v1';

export const THEMES = ['system', 'light', 'dark'] as const;
/** Which colours the page has; `system` follows the device. */
export type ThemeChoice = (typeof THEMES)[number];

/** The colours of the page: chosen by the person, kept in this browser, followed in every tab. */
@Injectable({ providedIn: 'root' })
export class Theme {
  readonly #document = inject(DOCUMENT);
  readonly #choice = signal(readChoice(this.#document.documentElement.dataset['theme']));
  readonly choice = this.#choice.asReadonly();

  constructor() {
    const window = this.#document.defaultView;
    const listening = new AbortController();
    const heard = ({ key, newValue }: StorageEvent) => {
      if (key === null || key === THEME_STORAGE_KEY) this.#show(readChoice(newValue));
    };
    try {
      window?.addEventListener('storage', heard, { signal: listening.signal });
    } catch {
      // The page then keeps its colours when another tab changes them, which harms nothing.
    }
    inject(DestroyRef).onDestroy(() => listening.abort());
  }

  /** Shows a theme and keeps the choice, as far as the browser lets a page keep anything. */
  choose(choice: ThemeChoice): void {
    this.#show(choice);
    try {
      if (choice === 'system') localStorage.removeItem(THEME_STORAGE_KEY);
      else localStorage.setItem(THEME_STORAGE_KEY, choice);
    } catch {
      // The choice then holds for this page alone, which harms nothing.
    }
  }

  #show(choice: ThemeChoice): void {
    const root = this.#document.documentElement;
    if (choice === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = choice;
    this.#choice.set(choice);
  }
}

/** What was kept or is shown; anything but the two named themes means the system's. */
function readChoice(value: string | null | undefined): ThemeChoice {
  return value === 'light' || value === 'dark' ? value : 'system';
}
