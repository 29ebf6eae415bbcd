import { sha256 } from './namespace.ts';

/** Most lines, and code points of each, that a sentence to a model spells out. */
const MAX_LINES = 40;
const MAX_LENGTH = 200;

/** What a line says: without its bullet, its case, its spacing and its final punctuation. */
export function meaningOf(line: string): string {
  const words = line.replace(/^\s*(?:[-*+•]\s+)?/u, '').trim();
  return words
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/[.,;!]$/u, '');
}

/** Lines of a text that say what no line of another says; blank lines say nothing. */
export function linesMissing(text: string, other: string): string[] {
  const known = new Set(other.split('\n').map(meaningOf));
  return text.split('\n').filter((line) => {
    const meaning = meaningOf(line);
    return meaning !== '' && !known.has(meaning);
  });
}

/** A short name of what a line says, to know it again without keeping it. */
export function lineKey(line: string): string {
  return sha256(meaningOf(line)).slice(0, 16);
}

/** Lines as a model is shown them: each cut to a bounded length, and the rest counted. */
export function quoted(lines: readonly string[]): string {
  const shown = lines.slice(0, MAX_LINES).map((line) => {
    const points = Array.from(line.trimEnd());
    return points.length > MAX_LENGTH ? `${points.slice(0, MAX_LENGTH).join('')}…` : line.trimEnd();
  });
  const more = lines.length - shown.length;
  return [...shown, ...(more > 0 ? [`(and ${more} more)`] : [])].join('\n');
}
