import { diffArrays } from 'diff';

import { refusal, type Refusal } from './change.ts';
import { quoted } from './lines.ts';

/** Most lines of difference that are looked at; a larger change is left as it was made. */
const MAX_CHANGED_LINES = 2000;

/**
 * The text after an edit without the blank lines that the edit itself left, as when a line is replaced
 * by nothing without its line break. Blank lines that were there, or that stand between the lines of
 * the edit's own text, stay. Pure.
 */
export function withoutBlanksLeft(before: string, after: string, newText: string): string {
  const parts = diffArrays(before.split('\n'), after.split('\n'), {
    maxEditLength: MAX_CHANGED_LINES,
  });
  // Past its bound the library gives none.
  if (parts === undefined) return after;
  let wanted = blanksWithin(newText);
  let replaced = 0;
  const lines: string[] = [];
  for (const { added, removed, value } of parts) {
    if (removed) replaced = countBlank(value);
    else if (!added) lines.push(...value);
    else {
      let spare = countBlank(value) - replaced - wanted;
      wanted = Math.max(0, wanted - countBlank(value));
      lines.push(...value.filter((line) => !isBlank(line) || spare-- <= 0));
    }
    if (!removed) replaced = 0;
  }
  return lines.join('\n');
}

/** Blank lines between the other lines of a text: its author wants them. */
function blanksWithin(text: string): number {
  return countBlank(text.trim().split('\n')) - (text.trim() === '' ? 1 : 0);
}

function countBlank(lines: readonly string[]): number {
  return lines.filter(isBlank).length;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

/**
 * Refuses an edit that would break a line in two: it quotes a part of the line and puts a line break
 * there, so that the rest of the line comes to stand behind the new text. Pure.
 */
export function brokenLine(text: string, oldText: string, newText: string): Refusal | undefined {
  if (oldText === '' || !newText.includes('\n')) return undefined;
  for (let at = text.indexOf(oldText); at >= 0; at = text.indexOf(oldText, at + oldText.length)) {
    const start = text.lastIndexOf('\n', at - 1) + 1;
    const end = at + oldText.length;
    const close = text.indexOf('\n', end);
    const rest = text.slice(end, close < 0 ? text.length : close);
    const opening = at > 0 ? text.slice(start, at) : '';
    const breaksRest = !isBlank(rest) && !oldText.endsWith('\n');
    const breaksOpening = !isBlank(opening) && isBlank(newText.split('\n')[0] ?? '');
    if (breaksRest || breaksOpening)
      return breaks(text.slice(start, close < 0 ? undefined : close));
  }
  return undefined;
}

function breaks(line: string): Refusal {
  return refusal(
    'breaks-line',
    `Nothing was written, because this edit would break a line in two:\n${quoted([line])}\nQuote that line whole in old_string, and write it whole in new_string.`,
  );
}
