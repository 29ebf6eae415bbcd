/** Shapes that credentials of well-known services have. */
const KNOWN_SHAPES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
  [/\bsk-[A-Za-z0-9_-]{16,}/, 'an API key'],
  [/\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}/, 'an API key'],
  [/\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_\w{20,}/, 'an access token'],
  [/\bglpat-[\w-]{16,}/, 'an access token'],
  [/\bxox[abeprs]-[\w-]{10,}/, 'an access token'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/, 'an access key'],
  [/\bAIza[\w-]{30,}/, 'an API key'],
  [/\bhf_[A-Za-z0-9]{20,}/, 'an access token'],
  [/\bnpm_[A-Za-z0-9]{30,}/, 'an access token'],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/, 'an access token'],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i, 'a password in an address'],
  [/\bbearer\s+[A-Za-z0-9._~+/-]{16,}/i, 'an access token'],
];

/** "password: hunter2", "my PIN is 4711", "api_key=…". */
const NAMED_SECRET =
  /\b(pass ?words?|pass ?codes?|pass ?phrases?|pwd|pin(?: ?code)?|api[ _-]?keys?|secret(?:[ _-]?keys?)?|access[ _-]?(?:keys?|tokens?)|auth[ _-]?tokens?|tokens?|credentials?)\b(?:\s+(?:for|to|of)\s+(?:\S+\s+){1,3}?)?\s*(?:is|are|=|:|was)\s*["'`]?([^\s"'`,;]+)/gi;

/** What follows "password is" when a sentence is about passwords but tells none. */
const TELLS_NONE = new Set(
  'a an the not no never kept stored held saved in on at with by managed required needed changed rotated expired always important optional safe secret unknown gone lost forgotten'.split(
    ' ',
  ),
);

/** What in a text looks like a credential ("a password", "an API key"), if anything. */
export function findSecret(text: string): string | undefined {
  for (const [shape, name] of KNOWN_SHAPES) if (shape.test(text)) return name;
  for (const match of text.matchAll(NAMED_SECRET)) {
    const [, name = '', value = ''] = match;
    if (!TELLS_NONE.has(value.toLowerCase().replace(/[.!?]+$/, ''))) return nameOf(name);
  }
  return text.split(/[\s"'`,;()<>[\]{}]+/).some(looksRandom) ? 'a key or token' : undefined;
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

function nameOf(word: string): string {
  if (/pass|pwd/i.test(word)) return 'a password';
  if (/^pin/i.test(word)) return 'a PIN';
  return 'a key or token';
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a word has the mix of a generated secret: 32 or more characters, letters and digits. */
function looksRandom(word: string): boolean {
  const core = word.replace(/[.!?:]+$/, '');
  if (core.length < 32 || UUID.test(core) || core.includes('/') || core.includes('://'))
    return false;
  if (!/^[\w+=.-]+$/.test(core)) return false;
  const digits = core.replace(/\D/g, '').length;
  const letters = core.replace(/[^A-Za-z]/g, '').length;
  return digits >= 6 && letters >= 6;
}
