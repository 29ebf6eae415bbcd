/** One step of the way to an element. */
export interface Selector {
  readonly kind: 'plain' | 'testid' | 'role' | 'text' | 'frame' | 'unknown';
  /** The selector in the one form that all ways of writing it share. */
  readonly text: string;
  /** What the name, label or text of an element is, where it is found by that. */
  readonly name?: string;
  /** Further selectors that the same element meets. */
  readonly also?: readonly Selector[];
}

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

/** The one form of a CSS or XPath selector. */
export function plain(selector: string): Selector {
  return { kind: 'plain', text: canonical(selector) };
}

function canonical(selector: string): string {
  const trimmed = selector.trim().replace(/^css=/, '');
  if (/^(?:xpath=|\(?\.{0,2}\/)/.test(trimmed)) return `xpath:${trimmed.replace(/^xpath=/, '')}`;
  const id = /^#([\w-]+)$/.exec(trimmed)?.[1];
  if (id !== undefined) return `[id=${id}]`;
  const named = /^\[(id|name)=([^\]]+)\]$/.exec(trimmed);
  if (named?.[1] !== undefined) return `[${named[1]}=${unquoted(named[2] ?? '')}]`;
  const link = /^a:(text-is|has-text)\((.*)\)$/s.exec(trimmed);
  if (link) return `${link[1] === 'text-is' ? 'link' : 'part of link'}:${unquoted(link[2] ?? '')}`;
  return trimmed.replace(/\s+/g, ' ').replace(/\[([\w-]+)=(["'])([^"'\]]*)\2\]/g, '[$1=$3]');
}

/** The one form of one of Selenium's locators. */
export function selenium(how: string, value: string): Selector {
  switch (how) {
    case 'id':
      return { kind: 'plain', text: `[id=${value}]` };
    case 'name':
      return { kind: 'plain', text: `[name=${value}]` };
    case 'className':
      return plain(`.${value}`);
    case 'xpath':
      return { kind: 'plain', text: `xpath:${value}` };
    case 'linkText':
      return { kind: 'plain', text: `link:${value}` };
    case 'partialLinkText':
      return { kind: 'plain', text: `part of link:${value}` };
    default:
      return plain(value);
  }
}

/** Everything in a selector that says which element is meant. */
function valuesIn({ text }: Selector): Set<string> {
  const values = new Set<string>();
  for (const [, double, single] of text.matchAll(/"([^"]*)"|'([^']*)'/g))
    values.add(double ?? single ?? '');
  for (const [, value] of text.matchAll(/\[[\w-]+[~|^$*]?=([^[\]]*)\]/g))
    values.add(unquoted(value ?? ''));
  for (const [, value] of text.matchAll(/[#.]([\w-]+)/g)) values.add(value ?? '');
  const link = /^(?:part of )?link:(.*)$/s.exec(text)?.[1];
  if (link !== undefined) values.add(link);
  return values;
}

const TAG_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  a: 'link',
  select: 'combobox',
  textarea: 'textbox',
  table: 'table',
  tr: 'row',
  ul: 'list',
  ol: 'list',
  li: 'listitem',
  nav: 'navigation',
  img: 'img',
  td: 'cell',
  th: 'columnheader',
  option: 'option',
  form: 'form',
};

/** The roles that the last tag of a selector proves. */
function rolesOf({ text }: Selector): Set<string> {
  if (/^(?:part of )?link:/.test(text)) return new Set(['link']);
  const last = /(?:^|[\s>/+~])([a-z][a-z0-9]*)(?:[#.:[][^\s>/]*)?$/.exec(
    text.replace(/\[[^[\]]*\]/g, (each) => (each.includes('type=') ? each : '[]')),
  );
  const tag = last?.[1] ?? '';
  if (/^h[1-6]$/.test(tag)) return new Set(['heading']);
  if (tag === 'input') {
    const type = /\[type=(\w+)\]/.exec(text)?.[1] ?? 'text';
    if (type === 'checkbox' || type === 'radio') return new Set([type]);
    return new Set([['submit', 'button', 'reset'].includes(type) ? 'button' : 'textbox']);
  }
  const role = TAG_ROLES[tag];
  return new Set(role === undefined ? [] : [role]);
}

/** What only follows from how a locator is used, and names no element. */
const STRUCTURAL = new Set(['option', 'option:checked', ':focus']);

/** Whether an output selector names the element that a source selector names. */
export function sameSelector(source: Selector, out: Selector): boolean {
  if (!meets(source, out)) return false;
  return (out.also ?? []).every((each) => meets(source, each));
}

function meets(source: Selector, out: Selector): boolean {
  switch (out.kind) {
    case 'plain':
      return out.text === source.text;
    case 'testid':
      return provesTestId(source, out.text) || idOf(source) === out.text;
    case 'role': {
      if (!rolesOf(source).has(out.text)) return false;
      return out.name === undefined || valuesIn(source).has(out.name);
    }
    case 'text':
      return valuesIn(source).has(out.name ?? '');
    case 'frame':
      return source.kind === 'frame' && out.text === source.text;
    case 'unknown':
      return source.kind === 'unknown';
  }
}

/** Whether a source selector itself says that this is a test id. */
export function provesTestId({ text }: Selector, id: string): boolean {
  return (
    new RegExp(`\\[data-testid=${id.replace(/[^\w-]/g, '\\$&')}\\]`).test(
      text.replace(/["']/g, ''),
    ) ||
    text.includes(`@data-testid="${id}"`) ||
    text.includes(`@data-testid='${id}'`)
  );
}

function idOf({ text }: Selector): string | undefined {
  return (
    /^(?:input|select|textarea|button)?\[(?:id|name)=([^\]]*)\]$/.exec(text)?.[1] ??
    /^[a-z]+#([\w-]+)$/.exec(text)?.[1]
  );
}

export function isStructural({ text, kind }: Selector): boolean {
  return kind === 'plain' && STRUCTURAL.has(text);
}

function matches(way: Selector | undefined, step: Selector): boolean {
  return way !== undefined && sameSelector(way, step);
}

/** Whether two chains lead to the same element: each step of one stands in the other, the last last. */
export function sameChain(source: readonly Selector[], out: readonly Selector[]): boolean {
  let at = 0;
  const steps = out.filter(
    (each) =>
      each.kind !== 'frame' &&
      !(isStructural(each) && out.length > 1 && !source.some(({ text }) => text === each.text)),
  );
  const ways = source.filter(({ kind }) => kind !== 'frame');
  for (const step of steps) {
    while (at < ways.length && !matches(ways[at], step)) at += 1;
    if (at === ways.length) return false;
    at += 1;
  }
  return at === ways.length;
}
