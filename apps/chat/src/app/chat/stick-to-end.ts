import {
  afterNextRender,
  DestroyRef,
  Directive,
  effect,
  ElementRef,
  inject,
  input,
  signal,
  untracked,
} from '@angular/core';

import { CurrentSession } from '../session/page/current-session';
import { Gate } from './gate';
import { watchScrollIntent } from './scroll-intent';
import { distanceToEnd, scrollerOf } from './scroller';

/** How near the end still counts as reading the newest words, in pixels. */
const NEAR_THE_END_PX = 48;

/**
 * Keeps a region at its end while it grows, until the person goes up in it. It is followed again once
 * they have come back to its end, have sent something, or another conversation is shown.
 */
@Directive({ selector: '[tlStickToEnd]', exportAs: 'stickToEnd' })
export class StickToEnd {
  /** Whether there is an end to stay at: a welcome is read from its start. */
  readonly active = input.required<boolean>({ alias: 'tlStickToEnd' });
  readonly #region = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  #isFollowed = true;
  #scrollTop = 0;
  #isPointerDown = false;
  #hasFocusMoved = false;
  readonly #isAway = signal(false);
  /** Whether the end is out of sight, and stays so until the person wants to see it. */
  readonly isAway = this.#isAway.asReadonly();

  constructor() {
    const listening = new AbortController();
    const { signal } = listening;
    const current = inject(CurrentSession);
    const { sent } = inject(Gate);
    effect(() => {
      current.session();
      sent();
      untracked(() => this.jump());
    });
    afterNextRender(() => {
      const observer = new ResizeObserver(() => this.#keepUp());
      observer.observe(this.#region);
      for (const content of this.#region.children) observer.observe(content);
      signal.addEventListener('abort', () => observer.disconnect());
      watchScrollIntent(
        this.#region,
        { onUp: () => this.#goUp(), onFind: () => this.letGo() },
        signal,
      );
      this.#watchPointer(signal);
      this.#region.addEventListener('focusin', () => this.#noteFocus(), { signal });
      // A page that scrolls tells its document; both are heard on the way down.
      const options = { capture: true, passive: true, signal };
      document.addEventListener('scroll', () => this.#look(), options);
    });
    inject(DestroyRef).onDestroy(() => listening.abort());
  }

  /** Goes to the newest words and stays with them. */
  jump(): void {
    this.#follow();
    if (this.active()) this.#goToEnd();
  }

  /** Stays where the region is, whatever comes. */
  letGo(): void {
    this.#isFollowed = false;
    this.#tellAway();
  }

  #follow(): void {
    this.#isFollowed = true;
    this.#isAway.set(false);
  }

  #goToEnd(): void {
    const scroller = scrollerOf(this.#region);
    scroller.scrollTop = scroller.scrollHeight;
    this.#scrollTop = scroller.scrollTop;
  }

  /** The region, or what it holds, has another size. */
  #keepUp(): void {
    const scroller = scrollerOf(this.#region);
    // Where everything fits there is no end to go to.
    if (scroller.scrollHeight <= scroller.clientHeight) this.#follow();
    if (this.active() && this.#isFollowed) this.#goToEnd();
    else this.#tellAway();
  }

  #goUp(): void {
    if (scrollerOf(this.#region).scrollTop > 0) this.letGo();
  }

  #look(): void {
    const scroller = scrollerOf(this.#region);
    const before = this.#scrollTop;
    this.#scrollTop = scroller.scrollTop;
    const hasComeBack = scroller.scrollTop > before && distanceToEnd(scroller) < NEAR_THE_END_PX;
    if (hasComeBack) this.#follow();
    // A scroll bar that is dragged, a selection, or the way to what has the focus now.
    else if (scroller.scrollTop < before && (this.#isPointerDown || this.#hasFocusMoved))
      this.letGo();
    this.#tellAway();
  }

  #tellAway(): void {
    const distance = distanceToEnd(scrollerOf(this.#region));
    this.#isAway.set(!this.#isFollowed && distance >= NEAR_THE_END_PX);
  }

  /** What takes the focus is scrolled to; that is told before the next frame is drawn. */
  #noteFocus(): void {
    this.#hasFocusMoved = true;
    requestAnimationFrame(() => (this.#hasFocusMoved = false));
  }

  #watchPointer(signal: AbortSignal): void {
    const options = { capture: true, passive: true, signal };
    document.addEventListener('pointerdown', () => (this.#isPointerDown = true), options);
    for (const end of ['pointerup', 'pointercancel'] as const)
      document.addEventListener(end, () => (this.#isPointerDown = false), options);
    // A scroll bar tells of no release.
    document.addEventListener(
      'pointermove',
      ({ buttons }) => {
        if (buttons === 0) this.#isPointerDown = false;
      },
      options,
    );
  }
}
