import type { Token, Tokens } from 'marked';

import { decodeEntities } from './entities';
import { linkTarget } from './link-target';
import type { Inline, InlineStyle } from './markdown-tree';
import { namesOtherHost } from './named-host';

const STYLES: Readonly<Record<string, InlineStyle>> = {
  strong: 'strong',
  em: 'emphasis',
  del: 'struck',
};

/** How deep styles and links may stand in each other; what is deeper is shown as it was written. */
const MAX_DEPTH = 12;

/** The parser's running text as ours. Whatever is not known, or not safe to open, is its own source. */
export function readInlines(tokens: readonly Token[] | undefined, depth = 0): readonly Inline[] {
  return joinTexts((tokens ?? []).map((token) => readInline(token, depth)));
}

function readInline(token: Token, depth: number): Inline {
  const style = STYLES[token.type];
  if (depth >= MAX_DEPTH) return asWritten(token);
  if (style !== undefined)
    return { kind: style, children: readInlines(childrenOf(token), depth + 1) };
  switch (token.type) {
    case 'text':
      return { kind: 'text', text: decodeEntities((token as Tokens.Text).text) };
    case 'escape':
      return { kind: 'text', text: (token as Tokens.Escape).text };
    case 'codespan':
      return { kind: 'code', text: (token as Tokens.Codespan).text };
    case 'br':
      return { kind: 'text', text: '\n' };
    case 'link':
      return readLink(token as Tokens.Link, depth);
    case 'image':
      return readImage(token as Tokens.Image);
    default:
      return asWritten(token);
  }
}

function readLink(token: Tokens.Link, depth: number): Inline {
  const target = linkTarget(decodeEntities(token.href));
  if (target === undefined) return asWritten(token);
  const children = readInlines(token.tokens, depth + 1).map(withoutLink);
  const disguised = namesOtherHost(plainText(children), target.href);
  return { kind: 'link', ...target, disguised, children };
}

function readImage(token: Tokens.Image): Inline {
  const target = linkTarget(decodeEntities(token.href));
  const text = decodeEntities(token.text);
  if (target === undefined) return { kind: 'image', href: undefined, place: '', text };
  return { kind: 'image', ...target, disguised: namesOtherHost(text, target.href), text };
}

/** A link holds no other link: a picture in it is named only. */
function withoutLink(inline: Inline): Inline {
  if (inline.kind === 'image') return { ...inline, href: undefined };
  if (inline.kind === 'link') return { kind: 'text', text: plainText(inline.children) };
  return 'children' in inline ? { ...inline, children: inline.children.map(withoutLink) } : inline;
}

function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => ('children' in inline ? plainText(inline.children) : inline.text))
    .join('');
}

function asWritten({ raw }: Token): Inline {
  return { kind: 'text', text: raw };
}

function childrenOf(token: Token): readonly Token[] | undefined {
  return 'tokens' in token ? token.tokens : undefined;
}

/** Neighbouring texts as one, so that a view has few parts that change. */
function joinTexts(inlines: readonly Inline[]): readonly Inline[] {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const before = joined.at(-1);
    if (before?.kind === 'text' && inline.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: before.text + inline.text };
    else joined.push(inline);
  }
  return joined;
}
