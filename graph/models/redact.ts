/** What a text of the provider must not repeat. */
export interface Confidential {
  /** Keys that the provider knows, as they are configured. */
  readonly keys: readonly string[];
  /** Texts that were sent: instructions, memory, messages, arguments of tools. */
  readonly sent: readonly string[];
}

/** What stands in the place of what was taken out. */
export const REMOVED = '[removed]';

/** Texts of errors are cut to that many characters first: their beginning says what happened. */
const MAX_LENGTH = 2000;
/** A piece of what was sent that has so many letters and digits is taken out, whatever stands between. */
const PIECE = 10;
/** So many characters of a key in a row are taken out. */
const KEY_PIECE = 6;

/** Words that stand before a credential, and what looks like one by itself. Each pattern is linear. */
const SHAPES: readonly RegExp[] = [
  /\b(?:bearer|basic|digest|token|apikey)[ \t]+[^\s"'`,;<>]+/gi,
  /\b(?:proxy-)?authorization["']?[ \t]*[:=][ \t]*[^\s,;<>]+/gi,
  /\b(?:x-)?(?:goog-)?api[-_ ]?key["']?[ \t]*[:=][ \t]*["']?[^\s"'`,;<>]+/gi,
  /\b(?:access[-_]token|secret|password|set-cookie|cookie)["']?[ \t]*[:=][ \t]*["']?[^\s"'`,;<>]+/gi,
  /\b(?:sk|pk|rk|gsk|xai|ghp|gho|hf|glpat|key)[-_][^\s"'`,;<>]{4,}/gi,
  /\b(?:AKIA|AIza)[\w-]{12,}/g,
];
const LONG_TOKEN = /[\w+/=.*-]{24,}/g;

/**
 * A provider's text without keys and without any longer piece of what was sent, also where it is
 * escaped, spaced or spelled in capitals otherwise. What is left may be logged.
 */
export function redact(text: string, { keys, sent }: Confidential): string {
  const kept = text.slice(0, MAX_LENGTH);
  const hidden = new Uint8Array(kept.length);
  const hide = (from: number, to: number) => hidden.fill(1, from, to);
  for (const shape of SHAPES)
    for (const { index, 0: match } of kept.matchAll(shape)) hide(index, index + match.length);
  for (const { index, 0: match } of kept.matchAll(LONG_TOKEN))
    if (/\d/.test(match) && /[a-z]/i.test(match)) hide(index, index + match.length);
  for (const form of keys.flatMap(formsOf)) hidePieces(kept, form, hide);
  const letters = lettersOf(kept);
  hideSent(letters, sent, hide);
  hideNumbered(kept, sent, hide);
  return rendered(kept, hidden);
}

/** A key as it is, and as requests carry it. */
function formsOf(key: string): string[] {
  if (key.length < KEY_PIECE) return [];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [key, encodeURIComponent(key), base64(key), base64(`:${key}`), base64(`user:${key}`)];
}

function hidePieces(text: string, key: string, hide: (from: number, to: number) => void): void {
  for (let at = 0; at + KEY_PIECE <= text.length; at += 1)
    if (key.includes(text.slice(at, at + KEY_PIECE))) hide(at, at + KEY_PIECE);
}

/** The letters and digits of a text, small, and where each stands in it. */
interface Letters {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Escapes of JSON, of HTML and of addresses, or one character. */
const CHARACTER = /\\u([0-9a-f]{4})|\\.|&#?\w{1,8};|((?:%[0-9a-f]{2})+)|([\p{L}\p{N}])/giu;

function lettersOf(text: string): Letters {
  const [from, to]: [number[], number[]] = [[], []];
  let letters = '';
  for (const match of text.matchAll(CHARACTER)) {
    const [whole, unicode, escaped, letter] = match;
    const said =
      letter ?? (unicode ? String.fromCharCode(parseInt(unicode, 16)) : unescaped(escaped));
    for (const part of said
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu)
      ?.join('') ?? '') {
      // One place for each unit of the letter, which may have two.
      from.push(...Array.from(part.split(''), () => match.index));
      to.push(...Array.from(part.split(''), () => match.index + whole.length));
      letters += part;
    }
  }
  return { text: letters, from, to };
}

function unescaped(escaped: string | undefined): string {
  try {
    return decodeURIComponent(escaped ?? '');
  } catch {
    return '';
  }
}

/** Hides every run of letters that was sent. Looks once at each character of what was sent. */
function hideSent(
  { text, from, to }: Letters,
  sent: readonly string[],
  hide: (from: number, to: number) => void,
): void {
  if (text.length < PIECE) return;
  const wanted = new Map<number, Set<string>>();
  for (let at = 0; at + PIECE <= text.length; at += 1) {
    const piece = text.slice(at, at + PIECE);
    const hash = hashOf(piece);
    wanted.set(hash, (wanted.get(hash) ?? new Set()).add(piece));
  }
  const found = new Set<string>();
  for (const each of sent) findPieces(lettersIn(each), wanted, found);
  for (let at = 0; at + PIECE <= text.length; at += 1)
    if (found.has(text.slice(at, at + PIECE))) hide(from[at] ?? 0, to[at + PIECE - 1] ?? 0);
}

/** The same letters without their places, for long texts. */
function lettersIn(text: string): string {
  const plain = /[\\&%]/.test(text) ? lettersOf(text).text : text.toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '');
}

const BASE = 16_777_619;
/** BASE to the power of PIECE - 1, in 32 bits. */
const LEADING = Array.from({ length: PIECE - 1 }).reduce<number>(
  (power) => Math.imul(power, BASE),
  1,
);

function hashOf(piece: string): number {
  return Array.from({ length: piece.length }).reduce<number>(
    (hash, _, at) => (Math.imul(hash, BASE) + piece.charCodeAt(at)) | 0,
    0,
  );
}

/** A rolling hash, so that the work grows with the text alone. */
function findPieces(
  text: string,
  wanted: ReadonlyMap<number, ReadonlySet<string>>,
  found: Set<string>,
): void {
  if (text.length < PIECE) return;
  let hash = hashOf(text.slice(0, PIECE));
  for (let at = 0; ; at += 1) {
    if (wanted.has(hash)) {
      const piece = text.slice(at, at + PIECE);
      if (wanted.get(hash)?.has(piece)) found.add(piece);
    }
    if (at + PIECE >= text.length) return;
    const rest = hash - Math.imul(text.charCodeAt(at), LEADING);
    hash = (Math.imul(rest, BASE) + text.charCodeAt(at + PIECE)) | 0;
  }
}

/** Hides words with digits in them (numbers, names of things) that were sent, short as they are. */
function hideNumbered(
  text: string,
  sent: readonly string[],
  hide: (from: number, to: number) => void,
): void {
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}]{4,}/gu)) {
    if (/\p{N}/u.test(word) && sent.some((each) => each.includes(word)))
      hide(index, index + word.length);
  }
}

function rendered(text: string, hidden: Uint8Array): string {
  let shown = '';
  for (let at = 0; at < text.length; at += 1) {
    if (hidden[at] === 0) shown += text.charAt(at);
    else if (at === 0 || hidden[at - 1] === 0) shown += REMOVED;
  }
  return shown.toWellFormed();
}

/** Every text in a JSON value, the names of fields left out. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** A JSON value with every text in it redacted, and nothing but its texts, numbers and flags kept. */
export function redactJson(value: unknown, confidential: Confidential, depth = 0): unknown {
  if (typeof value === 'string') return redact(value, confidential);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 5) return REMOVED;
  if (Array.isArray(value))
    return value.slice(0, 20).map((item) => redactJson(item, confidential, depth + 1));
  const entries = Object.entries(value).slice(0, 20);
  return Object.fromEntries(
    entries.map(([key, item]) => [
      redact(key, confidential),
      redactJson(item, confidential, depth + 1),
    ]),
  );
}
