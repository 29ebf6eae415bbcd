import type { MarkedText, MatchRange } from '../conversations.ts';

/** Marks put around matches; text that is indexed holds neither. */
export const MATCH_BEGIN = '\u0002';
export const MATCH_END = '\u0003';

/** Greatest length of an excerpt, and how much of it may stand before the first match; UTF-16 units. */
const EXCERPT_LENGTH = 160;
const LEAD = 40;
/** Greatest length of a title made of a message, in UTF-16 units. */
const TITLE_LENGTH = 80;

/** The text with the two control characters that mark matches blanked, so that none can be forged. */
export function asMarkable(text: string): string {
  return text.toWellFormed().replaceAll(MATCH_BEGIN, ' ').replaceAll(MATCH_END, ' ');
}

/** Takes the marks out of a text and says where they stood. */
export function readMarks(marked: string): MarkedText {
  const matches: MatchRange[] = [];
  let text = '';
  for (const piece of marked.split(MATCH_BEGIN)) {
    const end = piece.indexOf(MATCH_END);
    if (end === -1) text += piece;
    else {
      matches.push([text.length, text.length + end]);
      text += piece.slice(0, end) + piece.slice(end + 1);
    }
  }
  return { text, matches };
}

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
