import { Injectable } from '@angular/core';

/** How far outside of the scrolled region counts as near: one of its heights. */
const MARGIN = '100% 0px';

interface Watch {
  readonly observer: IntersectionObserver;
  readonly callbacks: Map<Element, () => void>;
}

/** Tells when elements come near what is seen: what is far away can wait with work nobody sees. */
@Injectable({ providedIn: 'root' })
export class NearView {
  readonly #watches = new WeakMap<Element | Document, Watch>();

  /**
   * Calls back once, when an element is in or near what is seen of the transcript. Returns how to
   * stop waiting for that.
   */
  watch(element: Element, callback: () => void): () => void {
    const root = element.closest('.transcript') ?? document;
    const { callbacks, observer } = this.#watches.get(root) ?? this.#create(root);
    callbacks.set(element, callback);
    observer.observe(element);
    return () => {
      callbacks.delete(element);
      observer.unobserve(element);
    };
  }

  #create(root: Element | Document): Watch {
    const callbacks = new Map<Element, () => void>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          callbacks.get(target)?.();
          callbacks.delete(target);
          observer.unobserve(target);
        }
      },
      { root, rootMargin: MARGIN },
    );
    const watch = { observer, callbacks };
    this.#watches.set(root, watch);
    return watch;
  }
}
