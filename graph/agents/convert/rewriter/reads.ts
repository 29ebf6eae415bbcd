import type { By, Read } from './value.ts';

/** Attributes that Selenium reads as a property with the answer 'true' or null. */
export const FLAGS: Readonly<Record<string, { what: Read['what']; whenTrue: boolean }>> = {
  disabled: { what: 'enabled', whenTrue: false },
  checked: { what: 'checked', whenTrue: true },
  selected: { what: 'option', whenTrue: true },
};

/** Whether the source proves that an element is an option of a list. */
export function isOption(by: By | undefined): boolean {
  const text = by?.text ?? '';
  return /(?:^|[\s>/])option(?:$|[[:.])/.test(text);
}
