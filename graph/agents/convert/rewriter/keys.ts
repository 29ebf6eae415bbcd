/** Selenium's keys, by the name that Playwright gives them. */
const NAMES: Readonly<Record<string, string>> = {
  ENTER: 'Enter',
  RETURN: 'Enter',
  TAB: 'Tab',
  ESCAPE: 'Escape',
  BACK_SPACE: 'Backspace',
  DELETE: 'Delete',
  SPACE: 'Space',
  HOME: 'Home',
  END: 'End',
  INSERT: 'Insert',
  PAGE_UP: 'PageUp',
  PAGE_DOWN: 'PageDown',
  UP: 'ArrowUp',
  ARROW_UP: 'ArrowUp',
  DOWN: 'ArrowDown',
  ARROW_DOWN: 'ArrowDown',
  LEFT: 'ArrowLeft',
  ARROW_LEFT: 'ArrowLeft',
  RIGHT: 'ArrowRight',
  ARROW_RIGHT: 'ArrowRight',
  SHIFT: 'Shift',
  CONTROL: 'Control',
  ALT: 'Alt',
  META: 'Meta',
  COMMAND: 'Meta',
};

/** Playwright's name of a key, or undefined; NULL lets all keys go and has none. */
export function keyName(name: string): string | undefined {
  if (/^F(?:[1-9]|1[0-2])$/.test(name)) return name;
  const digit = /^NUMPAD(\d)$/.exec(name)?.[1];
  return NAMES[name] ?? (digit === undefined ? undefined : `Numpad${digit}`);
}

export function isModifier(key: string): boolean {
  return ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
}
