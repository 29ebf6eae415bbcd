import { Injectable, signal } from '@angular/core';

/** Where it is kept that Enter breaks the line. */
export const ENTER_STORAGE_KEY = 'throughline.enter.v1';
const BREAKS = 'breaks';

/** The part of a keyboard event that decides. */
export type EnterPress = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Whether Enter sends a message, as the person chose it in this browser. */
@Injectable({ providedIn: 'root' })
export class EnterKey {
  readonly #sends = signal(readSends());
  readonly sends = this.#sends.asReadonly();

  /** Whether this press of Enter sends: with Ctrl or Cmd it always does, with Shift it never does. */
  isSending({ ctrlKey, metaKey, shiftKey }: EnterPress): boolean {
    if (shiftKey) return false;
    return this.#sends() || ctrlKey || metaKey;
  }

  /** Chooses, and keeps the choice as far as the browser lets a page keep anything. */
  choose(sends: boolean): void {
    this.#sends.set(sends);
    try {
      if (sends) localStorage.removeItem(ENTER_STORAGE_KEY);
      else localStorage.setItem(ENTER_STORAGE_KEY, BREAKS);
    } catch {
      // The choice then holds for this page alone.
    }
  }
}

function readSends(): boolean {
  try {
    return localStorage.getItem(ENTER_STORAGE_KEY) !== BREAKS;
  } catch {
    // A storage that cannot be read holds no choice.
    return true;
  }
}
