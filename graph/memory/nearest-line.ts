import { meaningOf } from './lines.ts';

/** The least share of pairs of letters that a line must have in common to be worth quoting. */
const MIN_LIKENESS = 0.4;

/** The line of a text that is most like (the longest line of) a passage that is not in it, if any is. */
export function nearestLine(text: string, passage: string): string | undefined {
  const wanted = passage.split('\n').reduce((a, b) => (b.trim().length > a.trim().length ? b : a));
  const pairs = pairsOf(wanted);
  if (pairs.size === 0) return undefined;
  let nearest: string | undefined;
  let best = MIN_LIKENESS;
  for (const line of text.split('\n')) {
    const others = pairsOf(line);
    let common = 0;
    for (const pair of others) if (pairs.has(pair)) common += 1;
    // A quotation is often a part of its line: what it lacks of the line counts half.
    const likeness = others.size === 0 ? 0 : common / (pairs.size * 0.75 + others.size * 0.25);
    if (likeness > best) [best, nearest] = [likeness, line];
  }
  return nearest;
}

function pairsOf(line: string): Set<string> {
  const letters = Array.from(meaningOf(line));
  return new Set(letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`));
}
