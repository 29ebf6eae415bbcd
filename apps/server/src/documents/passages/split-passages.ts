/** A stretch of a text, in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Longest passage, in UTF-16 units: a few paragraphs. */
const MOST = 1200;
/** A passage that has grown to this length ends with its paragraph. */
const ENOUGH = 600;

/**
 * The passages of a text, in order: whole paragraphs, short ones together, long ones in parts that end
 * after a sentence or between words. White space between passages is in none of them.
 */
export function splitPassages(text: string): Stretch[] {
  const passages: Stretch[] = [];
  let open: Stretch | undefined;
  for (const part of paragraphs(text).flatMap((paragraph) => parts(text, paragraph))) {
    if (open && part.end - open.start <= MOST && open.end - open.start < ENOUGH)
      open = { start: open.start, end: part.end };
    else {
      if (open) passages.push(open);
      open = part;
    }
  }
  if (open) passages.push(open);
  return passages;
}

/** Stretches between empty lines, without the white space around them. */
function paragraphs(text: string): Stretch[] {
  const found: Stretch[] = [];
  let start = 0;
  for (const line of text.matchAll(/\n[^\S\n]*\n/g)) {
    found.push({ start, end: line.index });
    start = line.index + line[0].length;
  }
  found.push({ start, end: text.length });
  return found.flatMap((each) => trimmed(text, each));
}

function parts(text: string, paragraph: Stretch): Stretch[] {
  const found: Stretch[] = [];
  let { start } = paragraph;
  while (paragraph.end - start > MOST) {
    const end = start + lengthOfPart(text.slice(start, start + MOST));
    found.push(...trimmed(text, { start, end }));
    start = end;
  }
  found.push(...trimmed(text, { start, end: paragraph.end }));
  return found;
}

/** Where a long paragraph is parted: after a sentence, else between words, else between characters. */
function lengthOfPart(window: string): number {
  const half = window.length / 2;
  const sentence = Math.max(
    ...['. ', '! ', '? ', '.\n', '。'].map((end) => window.lastIndexOf(end)),
  );
  if (sentence > half) return sentence + 1;
  const blank = Math.max(window.lastIndexOf(' '), window.lastIndexOf('\n'));
  if (blank > half) return blank;
  // Not between the two halves of one character.
  return window.isWellFormed() ? window.length : window.length - 1;
}

function trimmed(text: string, { start, end }: Stretch): Stretch[] {
  const part = text.slice(start, end);
  const inner = part.trim();
  if (inner === '') return [];
  const from = start + part.length - part.trimStart().length;
  return [{ start: from, end: from + inner.length }];
}
