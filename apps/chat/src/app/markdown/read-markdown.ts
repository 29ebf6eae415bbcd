import type { Links, Token, Tokens } from 'marked';

import { withCodeTabs, withoutCodeTabs } from './code-tabs';
import { linkTarget } from './link-target';
import type { Block, ListItem, TableCell } from './markdown-tree';
import { readInlines } from './read-inlines';
import { TextLexer } from './text-lexer';

/** A text's own addresses, which its links may name. */
export type Definitions = Readonly<Links>;

/** One stretch of a text: its source, and what it is, unless it is nothing that shows. */
export interface Piece {
  readonly source: string;
  readonly block: Block | undefined;
  /** The name of an address that can be opened, where the stretch only gives it one. */
  readonly definition?: string | undefined;
}

export interface ReadText {
  /** In order; their sources, put together, are the text. */
  readonly pieces: readonly Piece[];
  /** The definitions that were given, and those that the text adds. */
  readonly definitions: Definitions;
}

/** How deep quotes and lists may stand in each other; what is deeper is shown as it was written. */
const MAX_DEPTH = 12;

/**
 * Reads a text, its line ends being `\n`, into blocks. Throws nothing: what the parser
 * cannot take is shown as it was written.
 */
export function readMarkdown(text: string, definitions: Definitions): ReadText {
  const lexer = new TextLexer();
  Object.assign(lexer.tokens.links, definitions);
  const source = withoutCodeTabs(text);
  try {
    const tokens = lexer.lex(source);
    const read = tokens.map((token) => ({
      source: token.raw,
      block: readBlock(token, 0),
      definition: definitionOf(token),
    }));
    const pieces = source === text ? read : withCodeTabs(read);
    return { pieces, definitions: { ...lexer.tokens.links } };
  } catch {
    // Some thousand brackets or quotes in each other exhaust the parser's stack; the words remain.
    return { pieces: [{ source: text, block: { kind: 'literal', text } }], definitions };
  }
}

function readBlocks(tokens: readonly Token[], depth: number): readonly Block[] {
  return tokens.flatMap((token) => readBlock(token, depth) ?? []);
}

function readBlock(token: Token, depth: number): Block | undefined {
  if (depth >= MAX_DEPTH) return { kind: 'literal', text: token.raw };
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return undefined;
    // As long as no link uses it, it may be a note such as `[Caution]: hot`.
    case 'def':
    case 'displayed-formula':
      return { kind: 'literal', text: token.raw.trimEnd() };
    case 'paragraph':
      return { kind: 'paragraph', children: readInlines((token as Tokens.Paragraph).tokens) };
    case 'text':
      return readLine(token as Tokens.Text);
    case 'heading':
      return readHeading(token as Tokens.Heading, depth);
    case 'code':
      return readCode(token as Tokens.Code);
    case 'blockquote':
      return {
        kind: 'quote',
        blocks: readBlocks((token as Tokens.Blockquote).tokens, depth + 1),
      };
    case 'list':
      return readList(token as Tokens.List, depth);
    case 'table':
      return readTable(token as Tokens.Table);
    case 'hr':
      return { kind: 'rule' };
    default:
      return { kind: 'literal', text: token.raw };
  }
}

function definitionOf(token: Token): string | undefined {
  if (token.type !== 'def') return undefined;
  const { href, tag } = token as Tokens.Def;
  return linkTarget(href) === undefined ? undefined : tag;
}

function readLine(token: Tokens.Text): Block {
  const children = token.tokens === undefined ? readInlines([token]) : readInlines(token.tokens);
  return { kind: 'line', children };
}

/** A heading inside of a quote or a list is no part of the text's outline: rank 0. */
function readHeading(token: Tokens.Heading, depth: number): Block {
  const rank = depth === 0 ? 1 : 0;
  return { kind: 'heading', depth: token.depth, rank, children: readInlines(token.tokens) };
}

function readCode({ lang, raw, text, codeBlockStyle }: Tokens.Code): Block {
  const info = (lang ?? '').trim();
  const [language = ''] = info.split(/\s/);
  const complete = codeBlockStyle === 'indented' || isClosed(raw);
  return { kind: 'code', language, info, text, complete };
}

/** Whether a block of code ends with a fence like the one it began with. */
function isClosed(source: string): boolean {
  const lines = source.trimEnd().split('\n');
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1] ?? '```';
  return lines.length > 1 && (lines.at(-1) ?? '').trim().startsWith(fence);
}

function readList({ items, ordered, raw, start }: Tokens.List, depth: number): Block {
  return {
    kind: 'list',
    start: ordered && start !== '' ? start : undefined,
    closedBy: ordered && /^\s*\d{1,9}\)/.test(raw) ? ')' : '.',
    items: items.map((item): ListItem => ({
      number: ordered ? numberOf(item.raw) : undefined,
      checked: item.task ? item.checked === true : undefined,
      blocks: readBlocks(withoutBox(item.tokens), depth + 1),
    })),
  };
}

/** The number that an item was given, which need not follow the one before it. */
function numberOf(source: string): number | undefined {
  const number = /^\s*(\d{1,9})[.)]/.exec(source)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** In an item with paragraphs, the box stands among the words of the first one. */
function withoutBox(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token) =>
    token.type === 'paragraph' && token.tokens?.[0]?.type === 'checkbox'
      ? { ...token, tokens: token.tokens.slice(1) }
      : token,
  );
}

function readTable({ header, rows }: Tokens.Table): Block {
  return {
    kind: 'table',
    header: header.map(readCell),
    rows: rows.map((row) => row.map(readCell)),
  };
}

function readCell({ align, tokens }: Tokens.TableCell): TableCell {
  return { alignment: align ?? undefined, children: readInlines(tokens) };
}
