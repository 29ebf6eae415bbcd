/** An address that may be opened. */
export interface LinkTarget {
  readonly href: string;
  /** Where it really leads: the host, or the address of a letter. */
  readonly place: string;
}

/** What an address may begin with. Relative ones would lead into this app, `//` anywhere. */
const ALLOWED = /^(?:https?:\/\/|mailto:)/i;

/** Characters that browsers drop from addresses or read as others, so that they hide what it is. */
const DECEPTIVE = /[\p{Cc}\\]/u;

/**
 * The target of a link in a text that nobody vouches for; undefined when it is not to be opened.
 * Only `http`, `https` and `mailto`, and no address with a user name, which looks like a host.
 */
export function linkTarget(address: string): LinkTarget | undefined {
  if (DECEPTIVE.test(address) || !ALLOWED.test(address)) return undefined;
  const url = URL.parse(address);
  if (url?.username !== '' || url.password !== '') return undefined;
  return { href: url.href, place: url.protocol === 'mailto:' ? url.pathname : url.host };
}
