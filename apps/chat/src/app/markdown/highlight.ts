import { InjectionToken } from '@angular/core';

import { Highlighter, type HighlightWorker } from './highlighter';

/** What colours the code of this page. */
export const HIGHLIGHTER = new InjectionToken<Pick<Highlighter, 'highlight'>>('highlighter', {
  providedIn: 'root',
  factory: () =>
    new Highlighter({
      createWorker: (): HighlightWorker =>
        new Worker(new URL('./highlight.worker', import.meta.url), { type: 'module' }),
      after(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
    }),
});
