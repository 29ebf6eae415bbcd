import { findNamed, withoutStops } from './named-secret.ts';
import { findNumber } from './secret-numbers.ts';

/*
 * Every piece of text that may become memory is looked at here, however long it is, so the time this
 * takes grows in step with the text. The text is cut into words once; each shape is then looked for
 * within one word, from one place, and repeats no more often than it says.
 */

/** Shapes that credentials of well-known services have within one word. */
const KNOWN_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[\w-]{16}/, 'an API key'],
  [/\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10}/, 'an API key'],
  [/\bgh[pousr]_[A-Za-z0-9]{20}|\bgithub_pat_\w{20}/, 'an access token'],
  [/\bglpat-[\w-]{16}/, 'an access token'],
  [/\bxox[abeprs]-[\w-]{10}/, 'an access token'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, 'an access key'],
  [/\bAIza[\w-]{30}/, 'an API key'],
  [/\bhf_[A-Za-z0-9]{20}/, 'an access token'],
  [/\bnpm_[A-Za-z0-9]{30}/, 'an access token'],
];

/** Shapes that go over several words; the text is read with single spaces. */
const SPOKEN_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z]{1,20} ){0,4}PRIVATE KEY-----/, 'a private key'],
  [/\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/i, 'a password in an address'],
  [/\bbearer [\w.~+/-]{16}/i, 'an access token'],
];

/** Something in a text that looks like a credential. */
export interface Secret {
  /** "a password", "an API key". */
  readonly what: string;
  /** The words that look like one. */
  readonly words: string;
}

/** What in a text looks like a credential, or like the number of a card, an account or a paper, if anything. */
export function findSecret(text: string): Secret | undefined {
  for (const line of text.split('\n')) {
    // A file may have tens of thousands of them.
    if (line.trim() === '') continue;
    const spoken = line.replace(/\s+/g, ' ');
    const words = spoken.split(/[ "'`,;()<>[\]{}]+/);
    const found =
      knownWord(words) ??
      firstShape(SPOKEN_SHAPES, [spoken]) ??
      tokenIn(words) ??
      findNumber(spoken) ??
      findNamed(spoken);
    if (found) return found;
  }
  return undefined;
}

/** The sentence's part that names it: its kind, and its words with their middle left out. */
export function describeSecret({ what, words }: Secret): string {
  const points = Array.from(words);
  const kept = points.length < 6 ? 1 : 2;
  return `${what} ("${points.slice(0, kept).join('')}…${points.slice(-kept).join('')}")`;
}

function knownWord(words: readonly string[]): Secret | undefined {
  for (const word of words) {
    const found = firstShape(KNOWN_SHAPES, [word]);
    if (found) return { ...found, words: word };
  }
  return undefined;
}

function tokenIn(words: readonly string[]): Secret | undefined {
  const signed = words.find(isSignedToken);
  if (signed !== undefined) return { what: 'an access token', words: signed };
  const random = words.find(looksRandom);
  return random === undefined ? undefined : { what: 'a key or token', words: random };
}

/** The same for what a change adds: a line that was there already is nobody's new leak. */
export function findAddedSecret(before: string | undefined, after: string): Secret | undefined {
  const known = new Set(before?.split('\n'));
  return findSecret(
    after
      .split('\n')
      .filter((line) => !known.has(line))
      .join('\n'),
  );
}

function firstShape(
  shapes: readonly (readonly [RegExp, string])[],
  texts: readonly string[],
): Secret | undefined {
  for (const [shape, what] of shapes)
    for (const text of texts) {
      const [words] = shape.exec(text) ?? [];
      if (words !== undefined) return { what, words };
    }
  return undefined;
}

/** Whether a word holds a signed token: two parts of JSON in base64, and a signature. */
function isSignedToken(word: string): boolean {
  const parts = word.split('.');
  return parts.some(
    (part, place) =>
      place + 2 < parts.length &&
      /(?<!\w)eyJ[\w-]{8}/.test(part) &&
      /[\w-]$/.test(part) &&
      /^eyJ[\w-]{8}/.test(parts[place + 1] ?? ''),
  );
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether a word has the mix of a generated secret: 32 or more characters, letters and digits. Hashes of
 * commits and files are hexadecimal, and no secret.
 */
function looksRandom(word: string): boolean {
  const core = withoutStops(word);
  if (core.length < 32 || UUID.test(core) || /^[0-9a-f]+$/i.test(core) || !/^[\w+=.-]+$/.test(core))
    return false;
  const digits = core.replace(/\D/g, '').length;
  const letters = core.replace(/[^A-Za-z]/g, '').length;
  return digits >= 6 && letters >= 6;
}
