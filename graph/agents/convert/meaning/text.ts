import { describeSym, type Sym } from './symbols.ts';

/** Stands in a text for what is known only when the test runs. */
const HOLE = '\u0001';

/** The text that a symbol is; what is not constant stands in it as a hole with its description. */
export function textOf(sym: Sym): string {
  if (sym.is === 'value') return String(sym.value);
  if (sym.is === 'made' && sym.how === '+') return sym.from.map(textOf).join('');
  return `${HOLE}${describeSym(sym)}${HOLE}`;
}

/** Whether nothing at all of a text is constant. */
export function isUnknown(text: string): boolean {
  return text.startsWith(HOLE) && text.indexOf(HOLE, 1) === text.length - 1;
}

/** The text that a pattern finds, where it stands for no other. */
export function literalOf(pattern: string): string | undefined {
  let text = '';
  for (let at = 0; at < pattern.length; at++) {
    const each = pattern[at] ?? '';
    if (each === '\\') {
      const next = pattern[at + 1] ?? '';
      if (/[\w\s]/.test(next)) return undefined;
      text += next;
      at += 1;
    } else if (/[$()*+.?[\]^{|}]/.test(each)) return undefined;
    else text += each;
  }
  return text;
}
