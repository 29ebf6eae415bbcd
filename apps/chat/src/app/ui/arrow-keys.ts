import { afterNextRender, DestroyRef, Directive, ElementRef, inject, input } from '@angular/core';

import { isComposition } from './composition';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Moves the focus among the matching elements inside with the arrow keys, Home and End. One of them
 * is the list's only tab stop: the one that had the focus last, else the first. Text boxes among
 * them keep a tab stop of their own.
 */
@Directive({
  selector: '[tlArrowKeys]',
  host: { '(keydown)': 'move($event)', '(focusin)': 'hold($event.target)' },
})
export class ArrowKeys {
  /** Selector of what the focus moves among. */
  readonly among = input.required<string>({ alias: 'tlArrowKeys' });
  readonly #element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  constructor() {
    const watch = new MutationObserver(() => this.hold());
    inject(DestroyRef).onDestroy(() => watch.disconnect());
    afterNextRender(() => {
      this.hold();
      watch.observe(this.#element, { childList: true, subtree: true });
    });
  }

  /** Makes this element the tab stop; without one that stands in the list, keeps the present one. */
  protected hold(wanted?: EventTarget | null): void {
    const all = this.#all().filter((each) => !(each instanceof HTMLInputElement));
    const stop =
      all.find((each) => each === wanted) ?? all.find((each) => each.tabIndex === 0) ?? all[0];
    for (const each of all) {
      const tabIndex = each === stop ? 0 : -1;
      if (each.tabIndex !== tabIndex) each.tabIndex = tabIndex;
    }
  }

  protected move(event: Event): void {
    if (!(event instanceof KeyboardEvent) || isComposition(event)) return;
    const target = this.#target(event);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }

  #all(): HTMLElement[] {
    return [...this.#element.querySelectorAll<HTMLElement>(this.among())];
  }

  #target({ key, target }: KeyboardEvent): HTMLElement | undefined {
    const all = this.#all();
    const at = all.findIndex((each) => each === target);
    if (at === -1) return undefined;
    const step = STEPS[key];
    if (step !== undefined) return all[at + step];
    // Where a text is written, these two keys move in the text.
    if (target instanceof HTMLInputElement) return undefined;
    return key === 'Home' ? all[0] : key === 'End' ? all.at(-1) : undefined;
  }
}
