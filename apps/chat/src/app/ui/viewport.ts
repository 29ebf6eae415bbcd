import { DestroyRef, inject, Injectable, signal, type Signal } from '@angular/core';

/** From this width on, memory stands beside the conversation; below it, memory is a sheet. */
const PANE_QUERY = '(min-width: 1100px)';
/** From this width on, conversations stand in a column; below it, they are a sheet too. */
const COLUMN_QUERY = '(min-width: 840px)';

/** What the page's width allows. */
@Injectable({ providedIn: 'root' })
export class Viewport {
  /** Whether there is room for memory beside the conversation. */
  readonly hasPane = matches(PANE_QUERY);
  /** Whether there is room for a column of conversations. */
  readonly hasColumn = matches(COLUMN_QUERY);
}

function matches(text: string): Signal<boolean> {
  const query = window.matchMedia(text);
  const state = signal(query.matches);
  const update = () => state.set(query.matches);
  query.addEventListener('change', update);
  inject(DestroyRef).onDestroy(() => query.removeEventListener('change', update));
  return state.asReadonly();
}
