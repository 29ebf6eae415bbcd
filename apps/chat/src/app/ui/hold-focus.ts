import { afterNextRender, ElementRef, inject, Injector } from '@angular/core';

/**
 * For a question whose buttons give way to others: the function it returns is to be called when one
 * of them was pressed, and moves the focus to the text box that came, else to the question's section.
 * To be called where a component is made.
 */
export function holdFocus(): () => void {
  const element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  const injector = inject(Injector);
  const move = () => {
    (element.querySelector('textarea') ?? element.querySelector('section'))?.focus();
  };
  return () => void afterNextRender(move, { injector });
}
