import { afterNextRender, DestroyRef, Directive, ElementRef, inject, signal } from '@angular/core';

/** How far outside of the scrolled region counts as near: one of its heights. */
const MARGIN = '100% 0px';

/**
 * Whether an element has ever been in or near what is seen of the region that scrolls it. What is far
 * away can wait with work that nobody sees.
 */
@Directive({ selector: '[tlNearView]', exportAs: 'nearView' })
export class NearView {
  readonly #near = signal(false);
  readonly near = this.#near.asReadonly();

  constructor() {
    const element = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      const observer = new IntersectionObserver(
        (entries) => {
          if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
          this.#near.set(true);
          observer.disconnect();
        },
        { root: element.closest('.transcript'), rootMargin: MARGIN },
      );
      observer.observe(element);
      destroyRef.onDestroy(() => observer.disconnect());
    });
  }
}
