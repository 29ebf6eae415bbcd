/** Named characters that answers use; any other name is shown as it was written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  cent: '¢',
  colon: ':',
  copy: '©',
  deg: '°',
  euro: '€',
  gt: '>',
  hellip: '…',
  larr: '←',
  laquo: '«',
  ldquo: '“',
  le: '≤',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  minus: '−',
  nbsp: '\u00a0',
  ndash: '–',
  ne: '≠',
  NewLine: '\n',
  plusmn: '±',
  pound: '£',
  ge: '≥',
  quot: '"',
  raquo: '»',
  rarr: '→',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  sect: '§',
  Tab: '\t',
  times: '×',
  trade: '™',
};

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;
const LAST_CODE_POINT = 0x10ffff;
const REPLACEMENT = '\ufffd';

/** Characters that nobody sees. */
const UNSEEN = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]$/u;

/** Puts characters in the place of HTML's names and numbers for them. Makes text, never HTML. */
export function decodeEntities(text: string): string {
  return text.replace(REFERENCE, characterOf);
}

/** The same, but what names a character that nobody sees stays: in its place nothing would stand. */
export function decodeSeenEntities(text: string): string {
  return text.replace(REFERENCE, (written, ...parts: (string | undefined)[]) => {
    const character = characterOf(written, parts[0], parts[1], parts[2]);
    return UNSEEN.test(character) ? written : character;
  });
}

function characterOf(
  written: string,
  decimal?: string,
  hexadecimal?: string,
  name?: string,
): string {
  if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? '') : written;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || code > LAST_CODE_POINT || isSurrogate
    ? REPLACEMENT
    : String.fromCodePoint(code);
}
