import { grow } from './growing-markdown';
import { readMarkdown } from './read-markdown';

/** Between two parts that stand on lines of their own. */
const PAUSE = '\n';

/** A text in markdown as it is read aloud: its words, without the signs that shape it. Pure. */
export function spokenText(text: string): string {
  const { blocks } = grow(undefined, text, true, readMarkdown);
  return blocks
    .map((block) => wordsOf(block).trim())
    .filter((words) => words !== '')
    .join(PAUSE);
}

/** The words of a part of the tree: every text in it, in order. */
function wordsOf(part: unknown): string {
  if (typeof part !== 'object' || part === null) return '';
  if (Array.isArray(part)) return part.map(wordsOf).join('');
  const fields: readonly [string, unknown][] = Object.entries(part);
  const own = fields.find(([name]) => name === 'text')?.[1];
  if (typeof own === 'string') return own;
  return fields
    .filter(([, value]) => typeof value === 'object')
    .map(([name, value]) => (isApart(name) ? partsOf(value) : wordsOf(value)))
    .join(PAUSE);
}

/** Blocks, list items and cells are read one after the other, not as one word. */
function isApart(name: string): boolean {
  return ['blocks', 'items', 'header', 'rows'].includes(name);
}

function partsOf(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value
    .map((each: unknown) => (Array.isArray(each) ? partsOf(each) : wordsOf(each)).trim())
    .join(PAUSE);
}
