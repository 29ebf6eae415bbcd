import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  DestroyRef,
  ElementRef,
  inject,
  Injector,
} from '@angular/core';

import { scrollerOf } from './scroller';
import { TranscriptWindow } from './transcript-window';

/** How far from the first message older ones are fetched: this many heights of the region. */
const NEAR_THE_START = 1;

/**
 * Brings older messages of a conversation to the page: by its button, by scrolling up to it, and all of
 * them when something is looked for in the page. What one reads stays where it is.
 */
@Component({
  selector: 'tl-earlier-messages',
  template: `
    @if (window.hasEarlier()) {
      <button class="button" type="button" (click)="show()" i18n>Earlier messages</button>
      @if (window.reading()) {
        <p class="note late" role="status" i18n>Reading earlier messages…</p>
      } @else if (window.problem(); as problem) {
        <p class="note problem" role="status" i18n>
          Earlier messages could not be read. {{ problem.message }}
        </p>
      }
    }
  `,
  host: { '(document:keydown)': 'showAllToFind($event)' },
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class EarlierMessages {
  protected readonly window = inject(TranscriptWindow);
  readonly #injector = inject(Injector);
  readonly #host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  #region: HTMLElement | null = null;
  #scrollTop = 0;
  #showing = false;

  constructor() {
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      const region = this.#host.closest<HTMLElement>('.transcript');
      if (region === null) return;
      this.#region = region;
      this.#scrollTop = scrollerOf(region).scrollTop;
      const look = () => this.#look(scrollerOf(region));
      // A page that scrolls tells its document; both are heard on the way down.
      const options = { capture: true, passive: true };
      document.addEventListener('scroll', look, options);
      destroyRef.onDestroy(() => document.removeEventListener('scroll', look, options));
    });
  }

  protected async show(): Promise<void> {
    if (this.#showing || !this.window.hasEarlier()) return;
    this.#showing = true;
    try {
      await this.window.showEarlier();
    } finally {
      this.#showing = false;
    }
    this.#keepPlace();
    this.#keepFocus();
  }

  /** The browser looks for words in what is on the page alone. */
  protected async showAllToFind(event: KeyboardEvent): Promise<void> {
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isFind || event.key.toLowerCase() !== 'f') return;
    while (this.window.hasEarlier() && this.window.problem() === undefined) {
      await this.show();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** Scrolling up comes near the first message. */
  #look({ clientHeight, scrollTop }: Element): void {
    const before = this.#scrollTop;
    this.#scrollTop = scrollTop;
    const isNear = scrollTop < NEAR_THE_START * clientHeight;
    if (scrollTop < before && isNear && this.window.problem() === undefined) void this.show();
  }

  /** With the last of them the button goes: one reads on in the transcript. */
  #keepFocus(): void {
    if (this.window.hasEarlier() || !this.#host.contains(document.activeElement)) return;
    this.#region?.focus({ preventScroll: true });
  }

  /** Puts the first message back to where it stands now, once older ones are before it. */
  #keepPlace(): void {
    const region = this.#region;
    const first = this.#host.parentElement?.querySelector('tl-message');
    if (region === null || !first) return;
    const top = first.getBoundingClientRect().top;
    const putBack = () => {
      const scroller = scrollerOf(region);
      if (first.isConnected) scroller.scrollTop += first.getBoundingClientRect().top - top;
      this.#scrollTop = scroller.scrollTop;
    };
    afterNextRender({ mixedReadWrite: putBack }, { injector: this.#injector });
  }
}
