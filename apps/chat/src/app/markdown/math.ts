/** Longest formula that is looked for, in UTF-16 units: what is longer is read as ordinary text. */
const LONGEST = 2_000;

/** How TeX opens and closes a formula. The longer signs come first. */
const SIGNS = [
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
  ['$', '$'],
] as const;

/** What only a formula holds; without it, two dollars are more likely two prices. */
const TEX = /[\\^_{]|^\$\S*\$$/;

/**
 * The formula that a text begins with, its signs included; undefined when it begins with none. `before`
 * is the character in front of the text.
 */
export function formulaAt(text: string, before = ''): string | undefined {
  const signs = SIGNS.find(([open]) => text.startsWith(open));
  if (signs === undefined) return undefined;
  const [open, close] = signs;
  const end = text.slice(0, LONGEST).indexOf(close, open.length + 1);
  if (end === -1) return undefined;
  const formula = text.slice(0, end + close.length);
  return open !== '$' || isDollarFormula(formula, before, text.charAt(formula.length))
    ? formula
    : undefined;
}

/** Whether single dollars enclose a formula rather than stand before two amounts of money. */
function isDollarFormula(formula: string, before: string, after: string): boolean {
  const isTight = !/^\$\s|\s\$$/.test(formula);
  const standsAlone = !/[\w$]/.test(before) && !/[\w$]/.test(after);
  return isTight && standsAlone && TEX.test(formula);
}

/** A formula over several lines, with the line that ends it; undefined when a text begins with none. */
export function displayedFormulaAt(text: string): string | undefined {
  const indent = /^ {0,3}/.exec(text)?.[0].length ?? 0;
  if (!/^(?:\\\[|\$\$)/.test(text.slice(indent, indent + 2))) return undefined;
  const formula = formulaAt(text.slice(indent));
  // A blank line ends whatever stands before it, so that a growing text is read once.
  if (formula === undefined || !formula.includes('\n') || /\n[ \t]*\n/.test(formula))
    return undefined;
  const end = indent + formula.length;
  const rest = /^[ \t]{0,9}[.,;:]?[ \t]{0,9}(?:\n|$)/.exec(text.slice(end, end + 20));
  return rest === null ? undefined : text.slice(0, end + rest[0].length);
}

/** Where in a paragraph a line begins that may be a formula's first; undefined when none does. */
export function displayedFormulaIn(text: string): number | undefined {
  const end = text.indexOf('\n\n');
  const paragraph = end === -1 ? text : text.slice(0, end);
  const found = /\n {0,3}(?:\\\[|\$\$)/.exec(paragraph);
  return found === null ? undefined : found.index + 1;
}

/** The text with every formula blotted out, character by character. */
export function withoutFormulas(text: string): string {
  let result = '';
  let at = 0;
  for (const { index } of text.matchAll(/\\[([]|\$/g)) {
    if (index < at) continue;
    const formula = formulaAt(text.slice(index, index + LONGEST), text.charAt(index - 1));
    if (formula === undefined) continue;
    result += text.slice(at, index) + 'a'.repeat(formula.length);
    at = index + formula.length;
  }
  return result + text.slice(at);
}
