import { Directive, ElementRef, inject, input } from '@angular/core';

import { isComposition } from './composition';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus among the matching elements inside with the arrow keys, Home and End. */
@Directive({ selector: '[tlArrowKeys]', host: { '(keydown)': 'move($event)' } })
export class ArrowKeys {
  /** Selector of what the focus moves among. */
  readonly among = input.required<string>({ alias: 'tlArrowKeys' });
  readonly #element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected move(event: Event): void {
    if (!(event instanceof KeyboardEvent) || isComposition(event)) return;
    const target = this.#target(event);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }

  #target({ key, target }: KeyboardEvent): HTMLElement | undefined {
    const all = [...this.#element.querySelectorAll<HTMLElement>(this.among())];
    const at = all.findIndex((each) => each === target);
    if (at === -1) return undefined;
    const step = STEPS[key];
    if (step !== undefined) return all[at + step];
    // Where a text is written, these two keys move in the text.
    if (target instanceof HTMLInputElement) return undefined;
    return key === 'Home' ? all[0] : key === 'End' ? all.at(-1) : undefined;
  }
}
