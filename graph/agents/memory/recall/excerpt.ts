import type { PastTurn } from './past-conversations.ts';

type Match = PastTurn['matches'][number];

/** How much of an excerpt may stand before its first match, as a share of it. */
const LEAD_SHARE = 0.2;

/** The part of a text in which most of the matches stand; all of it where it is short. */
export function excerptOf(text: string, matches: readonly Match[], length: number): string {
  if (text.length <= length) return text;
  const start = startOfBest(matches, length, text.length);
  const from = wholeCharacter(text, start);
  const to = wholeCharacter(text, Math.min(text.length, start + length));
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`;
}

function startOfBest(matches: readonly Match[], length: number, whole: number): number {
  const room = length * (1 - LEAD_SHARE);
  let [best, most, end] = [0, 0, 0];
  // Matches are in order, so both ends of the window only ever move forwards.
  for (const [first, [begin]] of matches.entries()) {
    while (end < matches.length && (matches[end]?.[1] ?? 0) <= begin + room) end += 1;
    if (end - first > most) [best, most] = [begin, end - first];
  }
  return Math.max(0, Math.min(Math.round(best - length * LEAD_SHARE), whole - length));
}

/** The place itself, or the one before it where a surrogate pair would be cut. */
function wholeCharacter(text: string, place: number): number {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff ? place - 1 : place;
}
