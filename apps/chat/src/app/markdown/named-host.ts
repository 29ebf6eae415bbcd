/** Punctuation around a word, which is no part of a host. */
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

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
  const address = word.replace(EDGES, '').replace(/^[a-z]+:\/*/i, '');
  const [authority = ''] = address.split(/[/?#\\]/, 1);
  const host = (authority.split('@').at(-1) ?? '').replace(/:\d*$/, '').replace(EDGES, '');
  if (!HOST.test(host) && !IP_ADDRESS.test(host)) return undefined;
  return withoutWww(URL.parse(`http://${host}`)?.hostname ?? host);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
