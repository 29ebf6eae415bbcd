import {
  afterNextRender,
  DestroyRef,
  Directive,
  ElementRef,
  inject,
  input,
  signal,
} from '@angular/core';

/** How near the end still counts as reading the newest words, in pixels. */
const NEAR_THE_END_PX = 48;

/** Keeps a scrolled region at its end while it grows, unless the person has scrolled away. */
@Directive({ selector: '[tlStickToEnd]', exportAs: 'stickToEnd', host: { '(scroll)': 'look()' } })
export class StickToEnd {
  /** Whether there is an end to stay at: a welcome is read from its start. */
  readonly active = input.required<boolean>({ alias: 'tlStickToEnd' });
  readonly #region = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  readonly #atEnd = signal(true);
  readonly atEnd = this.#atEnd.asReadonly();

  constructor() {
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      const observer = new ResizeObserver(() => {
        if (this.active() && this.#atEnd()) this.jump();
      });
      observer.observe(this.#region);
      const content = this.#region.firstElementChild;
      if (content !== null) observer.observe(content);
      destroyRef.onDestroy(() => observer.disconnect());
    });
  }

  /** Goes to the newest words and stays with them. */
  jump(): void {
    this.#atEnd.set(true);
    this.#region.scrollTop = this.#region.scrollHeight;
  }

  /** Stays where the region is, whatever comes. */
  letGo(): void {
    this.#atEnd.set(false);
  }

  protected look(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#region;
    this.#atEnd.set(scrollHeight - scrollTop - clientHeight < NEAR_THE_END_PX);
  }
}
