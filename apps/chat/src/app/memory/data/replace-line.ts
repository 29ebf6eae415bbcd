import type { CurrentMemory } from '#contract/memory-api';

import { readableLine } from './shown-lines';
import type { StoredLine } from './stored-lines';

/** The whole text with one line worded anew: its indentation and its list mark stay. Pure. */
export function replaceLine(
  memory: CurrentMemory,
  { occurrence, text }: StoredLine,
  words: string,
): string {
  let seen = 0;
  return memory.lines
    .map((line) => {
      if (line.text !== text) return line.text;
      seen += 1;
      return seen === occurrence ? reworded(text, words) : line.text;
    })
    .join('\n');
}

/** The whole text with one line more at its end, marked like the others. Pure. */
export function addLine(text: string | null, words: string): string {
  const before = text ?? '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return `${before}${gap}- ${words.trim()}\n`;
}

function reworded(text: string, words: string): string {
  const readable = readableLine(text);
  const at = text.lastIndexOf(readable);
  return text.slice(0, at) + words.trim() + text.slice(at + readable.length);
}
