import { afterNextRender, inject, Injectable, Injector } from '@angular/core';

export type Direction = 'previous' | 'next';

const SWITCHER = '.versions';

/**
 * Keeps the focus with the switcher of versions at the same place of the conversation: another version
 * is another message, whose switcher takes over from the one that was pressed.
 */
@Injectable({ providedIn: 'root' })
export class SwitcherFocus {
  readonly #injector = inject(Injector);

  /** To be called with what was pressed; what it returns, once the other version is to be shown. */
  holdFrom(pressed: EventTarget | null): (direction: Direction) => void {
    const switcher = pressed instanceof Element ? pressed.closest(SWITCHER) : null;
    const place = [...document.querySelectorAll(SWITCHER)].findIndex((each) => each === switcher);
    return (direction) =>
      void afterNextRender(
        { write: () => focusSwitcher(place, direction) },
        { injector: this.#injector },
      );
  }
}

/** Puts the focus into a switcher, where it went away with another one. */
function focusSwitcher(place: number, direction: Direction): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const buttons = document.querySelectorAll(SWITCHER)[place]?.querySelectorAll('button') ?? [];
  const usable = [...buttons].filter(({ disabled }) => !disabled);
  usable.at(direction === 'previous' ? 0 : -1)?.focus();
}
