import { Injectable, signal } from '@angular/core';

/** Where it is kept that a person wants no single-key shortcuts. */
export const SHORTCUTS_STORAGE_KEY = 'throughline.shortcuts.v1';
const OFF = 'off';

export type ShortcutAction = 'new' | 'search' | 'write' | 'memory' | 'list';

/** The single keys, outside any text field. None of them is one of the browser's own. */
const KEYS: Readonly<Record<string, ShortcutAction>> = {
  n: 'new',
  s: 'search',
  c: 'write',
  m: 'memory',
  '?': 'list',
};

/** The part of a keyboard event that decides. */
export type ShortcutKey = Pick<
  KeyboardEvent,
  'altKey' | 'ctrlKey' | 'defaultPrevented' | 'isComposing' | 'key' | 'metaKey' | 'repeat'
>;

/**
 * What a key asks for; undefined with a modifier that is not Shift, and for what is taken already.
 * Where the focus is in something that is written in, no key is to be asked for.
 */
export function shortcutFor(event: ShortcutKey): ShortcutAction | undefined {
  const { altKey, ctrlKey, defaultPrevented, isComposing, key, metaKey, repeat } = event;
  if (altKey || ctrlKey || metaKey || defaultPrevented || isComposing || repeat) return undefined;
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
}

/** Where keys are text, or choose among options, or move in a menu. */
const WRITTEN_IN =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"]';

/** Whether keys that arrive there mean something of their own. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(WRITTEN_IN) !== null;
}

/** Whether single keys do something: a person who dictates can switch them off. */
@Injectable({ providedIn: 'root' })
export class Shortcuts {
  readonly #enabled = signal(readEnabled());
  readonly enabled = this.#enabled.asReadonly();

  /** Switches them, and keeps the choice as far as the browser lets a page keep anything. */
  enable(enabled: boolean): void {
    this.#enabled.set(enabled);
    try {
      if (enabled) localStorage.removeItem(SHORTCUTS_STORAGE_KEY);
      else localStorage.setItem(SHORTCUTS_STORAGE_KEY, OFF);
    } catch {
      // The choice then holds for this page alone.
    }
  }
}

function readEnabled(): boolean {
  try {
    return localStorage.getItem(SHORTCUTS_STORAGE_KEY) !== OFF;
  } catch {
    // A storage that cannot be read holds no choice.
    return true;
  }
}
