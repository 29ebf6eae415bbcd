import type { MarkedText } from '../conversations.ts';

/** Greatest length of an excerpt, and how much of it may stand before the first match; UTF-16 units. */
const EXCERPT_LENGTH = 160;
const LEAD = 40;
/** Greatest length of a title made of a message, in UTF-16 units. */
const TITLE_LENGTH = 80;

/** The surroundings of the first match on one line. */
export function excerptOf({ text, matches }: MarkedText): MarkedText {
  const line = text.replace(/\s/g, ' ');
  const first = matches[0]?.[0] ?? 0;
  const start = first <= LEAD ? 0 : wordStart(line, first - LEAD, first);
  const end = wholeCharacter(line, Math.min(line.length, start + EXCERPT_LENGTH));
  const before = start > 0 ? '…' : '';
  const shift = before.length - start;
  return {
    text: before + line.slice(start, end) + (end < line.length ? '…' : ''),
    matches: matches
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => [from + shift, to + shift]),
  };
}

/** The beginning of a message, short enough for a title. */
export function titleFrom(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, wholeCharacter(line, TITLE_LENGTH));
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > TITLE_LENGTH / 2 ? cut.slice(0, lastSpace) : cut}…`;
}

/** The first beginning of a word in a stretch, or its start where it is one long word. */
function wordStart(line: string, from: number, to: number): number {
  const space = line.indexOf(' ', from);
  return space === -1 || space >= to ? wholeCharacter(line, from) : space + 1;
}

/** The place itself, or the one before it where a surrogate pair would be cut. */
function wholeCharacter(line: string, place: number): number {
  const unit = line.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff ? place - 1 : place;
}
