/** Units of text that are shown on either side of a quotation. */
const AROUND = 240;

export interface PlaceInText {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

/** A stretch of a text with some of what stands around it; no character is cut in half. */
export function placeIn(text: string, start: number, end: number): PlaceInText {
  const from = wholeFrom(text, Math.max(0, start - AROUND));
  const to = wholeFrom(text, Math.min(text.length, end + AROUND));
  return {
    before: (from > 0 ? '… ' : '') + text.slice(from, start),
    quote: text.slice(start, end),
    after: text.slice(end, to) + (to < text.length ? ' …' : ''),
  };
}

/** The place itself, or the one after it where it is in the middle of a character. */
function wholeFrom(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
