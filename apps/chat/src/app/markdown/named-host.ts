const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A host as people write it: labels between dots, of which the last one is letters. */
const HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:\p{L}{2,}|xn--[a-z\d-]+)$/iu;

const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Whether the words of a link name a host, and not the one that the link leads to: `bank.test` on a
 * link to `evil.test`. Characters that nobody sees hide no name.
 */
export function namesOtherHost(words: string, href: string): boolean {
  const target = URL.parse(href);
  if (target === null) return false;
  const leadsTo =
    target.protocol === 'mailto:' ? hostOf(target.pathname) : withoutWww(target.hostname);
  return words
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
    .split(/\s+/)
    .map(hostOf)
    .some((named) => named !== undefined && named !== leadsTo && !leadsTo?.endsWith(`.${named}`));
}

/** The host that a word names, as browsers spell it; undefined where it names none. */
function hostOf(word: string): string | undefined {
  const address = withoutEdges(word).replace(/^[a-z]+:\/*/i, '');
  const [authority = ''] = address.split(/[/?#\\]/, 1);
  const host = withoutEdges((authority.split('@').at(-1) ?? '').replace(/:\d*$/, ''));
  if (!HOST.test(host) && !IP_ADDRESS.test(host)) return undefined;
  return withoutWww(URL.parse(`http://${host}`)?.hostname ?? host);
}

/**
 * A word without the punctuation around it, which is no part of a host. A loop, since a pattern that
 * is tied to the end begins anew at each mark of a long row of them.
 */
function withoutEdges(word: string): string {
  const characters = Array.from(word);
  const isPart = (character: string) => LETTER_OR_DIGIT.test(character);
  const start = characters.findIndex(isPart);
  return start < 0 ? '' : characters.slice(start, characters.findLastIndex(isPart) + 1).join('');
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
