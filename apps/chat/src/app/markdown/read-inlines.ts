import type { Token, Tokens } from 'marked';

import { parseTurnLink } from '#contract/recall';

import { decodeEntities, decodeSeenEntities } from './entities';
import { linkTarget } from './link-target';
import type { Inline, InlineStyle } from './markdown-tree';
import { namesOtherHost } from './named-host';

const STYLES: Readonly<Record<string, InlineStyle>> = {
  strong: 'strong',
  em: 'emphasis',
  del: 'struck',
};

/** Characters that a backslash keeps from being read as markup, and that TeX does not want escaped. */
const MARKS = '*_`~#<>&+-.';

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
      // Not its `text`, in which the parser has put numbered characters in place already.
      return { kind: 'text', text: decodeSeenEntities(token.raw) };
    case 'escape':
      return readEscape(token as Tokens.Escape);
    case 'codespan':
      return { kind: 'code', text: (token as Tokens.Codespan).text };
    case 'br':
      return { kind: 'text', text: token.raw.startsWith('\\') ? token.raw : '\n' };
    case 'link':
      return readLink(token as Tokens.Link, depth);
    case 'image':
      return readImage(token as Tokens.Image);
    default:
      return asWritten(token);
  }
}

/** A backslash is markdown's own before a character that is a mark; before any other it is text. */
function readEscape({ raw, text }: Tokens.Escape): Inline {
  return { kind: 'text', text: MARKS.includes(text) ? text : raw };
}

function readLink(token: Tokens.Link, depth: number): Inline {
  const address = decodeEntities(token.href);
  const children = readInlines(token.tokens, depth + 1).map(withoutLink);
  const turn = parseTurnLink(address);
  if (turn !== undefined)
    return { kind: 'turn', threadId: turn.thread_id, messageId: turn.message_id, children };
  const target = linkTarget(address);
  if (target === undefined) return asWritten(token);
  const disguised = namesOtherHost(plainText(children), target.href);
  return { kind: 'link', ...target, disguised, title: titleOf(token), children };
}

function readImage(token: Tokens.Image): Inline {
  const target = linkTarget(decodeEntities(token.href));
  const text = decodeSeenEntities(token.text);
  const title = titleOf(token);
  if (target === undefined) return { kind: 'image', href: undefined, place: '', title, text };
  const disguised = namesOtherHost(text, target.href);
  return { kind: 'image', ...target, disguised, title, text };
}

function titleOf({ title }: Tokens.Link | Tokens.Image): string {
  return decodeSeenEntities(title ?? '');
}

/** A link holds no other link: a picture in it is named only. */
function withoutLink(inline: Inline): Inline {
  if (inline.kind === 'image') return { ...inline, href: undefined };
  if (inline.kind === 'link' || inline.kind === 'turn')
    return { kind: 'text', text: plainText(inline.children) };
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
