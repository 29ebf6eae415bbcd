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

/** "password: hunter2", "my PIN is 4711", "api_key=…"; the text is read with single spaces. */
const NAMED_SECRET =
  /\b(pass ?words?|pass ?codes?|pass ?phrases?|pwd|pin(?: ?code)?|api[ _-]?keys?|secret(?:[ _-]?keys?)?|access[ _-]?(?:keys?|tokens?)|auth[ _-]?tokens?|tokens?|credentials?)\b(?: (?:for|to|of)(?: \S{1,100}){1,3}?)? ?(?:is|are|=|:|was) ?["'`]?([^\s"'`,;]+)/gi;

/** What follows "password is" when a sentence is about passwords but tells none. */
const TELLS_NONE = new Set(
  'a an the not no never kept stored held saved in on at with by managed required needed changed rotated expired always important optional safe secret unknown gone lost forgotten'.split(
    ' ',
  ),
);

/** What in a text looks like a credential ("a password", "an API key"), if anything. */
export function findSecret(text: string): string | undefined {
  const words = text.split(/[\s"'`,;()<>[\]{}]+/);
  const spoken = text.replace(/\s+/g, ' ');
  return (
    firstShape(KNOWN_SHAPES, words) ??
    firstShape(SPOKEN_SHAPES, [spoken]) ??
    (words.some(isSignedToken) ? 'an access token' : undefined) ??
    namedSecret(spoken) ??
    (words.some(looksRandom) ? 'a key or token' : undefined)
  );
}

/** The same for what a change adds: a line that was there already is nobody's new leak. */
export function findAddedSecret(before: string | undefined, after: string): string | undefined {
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
): string | undefined {
  return shapes.find(([shape]) => texts.some((text) => shape.test(text)))?.[1];
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

function namedSecret(spoken: string): string | undefined {
  for (const [, name = '', value = ''] of spoken.matchAll(NAMED_SECRET))
    if (!TELLS_NONE.has(withoutStops(value).toLowerCase())) return nameOf(name);
  return undefined;
}

function nameOf(word: string): string {
  if (/pass|pwd/i.test(word)) return 'a password';
  if (/^pin/i.test(word)) return 'a PIN';
  return 'a key or token';
}

/** The word without the punctuation that ends a sentence. */
function withoutStops(word: string): string {
  return word.replace(/(?<![.!?:])[.!?:]+$/, '');
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a word has the mix of a generated secret: 32 or more characters, letters and digits. */
function looksRandom(word: string): boolean {
  const core = withoutStops(word);
  if (core.length < 32 || UUID.test(core) || !/^[\w+=.-]+$/.test(core)) return false;
  const digits = core.replace(/\D/g, '').length;
  const letters = core.replace(/[^A-Za-z]/g, '').length;
  return digits >= 6 && letters >= 6;
}
