/** Who said a passage. A title is searched, and never a result. */
export type Speaker = 'person' | 'assistant' | 'title';

/** What the wording of a passage says of it, beside its words. */
export interface Traits {
  /** Ends with a question mark. */
  readonly asks: boolean;
  /** Names a time: a day, "last week", "recently". */
  readonly time: boolean;
  readonly number: boolean;
  /** Speaks of its speaker: I, my, we. */
  readonly self: boolean;
  /** Opens by answering: wow, thanks, great. */
  readonly reply: boolean;
  readonly quotation: boolean;
  /** Words in mid-sentence with a capital, as names have them; 3 at most. */
  readonly names: number;
}

/** One message as the index keeps it. */
export interface Passage {
  /** Number of its conversation. */
  readonly thread: number;
  /** Its place there. */
  readonly place: number;
  readonly speaker: Speaker;
  /** When it was said, in milliseconds since the epoch. */
  readonly at: number;
  readonly traits: Traits;
  readonly words: readonly string[];
}

const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this (?:week|month|year|weekend|morning)|weekends?|weeks?|months?|years?|days?|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|since|recently|soon|just|20\d\d|summer|winter|spring|fall)\b/i;
const NUMBER =
  /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|couple|few|several|dozen|first|second|third)\b/i;
const SELF = /\b(?:I|my|we|our|me)\b/i;
const REPLY =
  /^(?:wow|that'?s|cool|nice|congrat|sounds|great|awesome|thanks|yeah|glad|good|no way|oh|aww)/i;
const NAME = /(?<=[a-z,] )[A-Z][a-z]/g;
const MAX_NAMES = 3;
/** What is read of a long passage for its traits, in UTF-16 units. */
const READ = 4000;

/** Reads the traits of what was said. */
export function traitsOf(text: string): Traits {
  const said = text.slice(0, READ).trim();
  const opened = said.search(/["“]/);
  return {
    asks: text.trimEnd().endsWith('?'),
    time: TIME.test(said),
    number: NUMBER.test(said),
    self: SELF.test(said),
    reply: REPLY.test(said),
    quotation: opened !== -1 && /["”]/.test(said.slice(opened + 2)),
    names: Math.min(MAX_NAMES, said.match(NAME)?.length ?? 0),
  };
}

const FLAGS = ['asks', 'time', 'number', 'self', 'reply', 'quotation'] as const;
const SPEAKERS: readonly Speaker[] = ['person', 'assistant', 'title'];

/** Speaker and traits as one number below 1,024, for storage. */
export function packTraits(speaker: Speaker, traits: Traits): number {
  let bits = SPEAKERS.indexOf(speaker) | (traits.names << 2);
  for (const [place, flag] of FLAGS.entries()) if (traits[flag]) bits |= 1 << (4 + place);
  return bits;
}

export function unpackTraits(bits: number): { speaker: Speaker; traits: Traits } {
  const has = (flag: (typeof FLAGS)[number]) => (bits & (1 << (4 + FLAGS.indexOf(flag)))) !== 0;
  return {
    speaker: SPEAKERS[bits & 3] ?? 'title',
    traits: {
      asks: has('asks'),
      time: has('time'),
      number: has('number'),
      self: has('self'),
      reply: has('reply'),
      quotation: has('quotation'),
      names: (bits >> 2) & 3,
    },
  };
}
