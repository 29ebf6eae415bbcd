import { Lexer, Marked, type Links, type Token, type Tokens } from 'marked';

import type { Block, ListItem, TableCell } from './markdown-tree';
import { readInlines } from './read-inlines';

/** A text's own addresses, which its links may name. */
export type Definitions = Readonly<Links>;

/** One stretch of a text: its source, and what it is, unless it is nothing that shows. */
export interface Piece {
  readonly source: string;
  readonly block: Block | undefined;
}

export interface ReadText {
  /** In order; their sources, put together, are the text. */
  readonly pieces: readonly Piece[];
  /** The definitions that were given, and those that the text adds. */
  readonly definitions: Definitions;
}

/**
 * Most `*` and `_` in one stretch that are read as emphasis: what it takes to pair them grows with
 * the square of their number, and some thousand would stop the page.
 */
const MAX_DELIMITERS = 500;

/** GitHub's markdown without HTML: a tag is text like any other. */
const marked = new Marked({
  gfm: true,
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    // `false` leaves it to the parser.
    emStrong: (_source, whole) => (hasTooManyDelimiters(whole) ? undefined : false),
  },
});

let counted = { text: '', tooMany: false };

/** The parser asks again at every delimiter of the same stretch. */
function hasTooManyDelimiters(text: string): boolean {
  if (counted.text !== text)
    counted = { text, tooMany: (text.match(/[*_]/g)?.length ?? 0) > MAX_DELIMITERS };
  return counted.tooMany;
}

/** How deep quotes and lists may stand in each other; what is deeper is shown as it was written. */
const MAX_DEPTH = 12;

/**
 * Reads a text, its line ends being `\n`, into blocks. Throws nothing: what the parser
 * cannot take is shown as it was written.
 */
export function readMarkdown(text: string, definitions: Definitions): ReadText {
  const lexer = new Lexer({ ...marked.defaults });
  Object.assign(lexer.tokens.links, definitions);
  try {
    const tokens = lexer.lex(text);
    const pieces = tokens.map((token) => ({
      source: token.raw,
      block: readBlock(token, 0),
    }));
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
    case 'def':
    case 'checkbox':
      return undefined;
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
  const [language = ''] = (lang ?? '').trim().split(/\s/);
  const complete = codeBlockStyle === 'indented' || isClosed(raw);
  return { kind: 'code', language, text, complete };
}

/** Whether a block of code ends with a fence like the one it began with. */
function isClosed(source: string): boolean {
  const lines = source.trimEnd().split('\n');
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1] ?? '```';
  return lines.length > 1 && (lines.at(-1) ?? '').trim().startsWith(fence);
}

function readList({ items, ordered, start }: Tokens.List, depth: number): Block {
  return {
    kind: 'list',
    start: ordered && start !== '' ? start : undefined,
    items: items.map((item): ListItem => ({
      checked: item.task ? item.checked === true : undefined,
      blocks: readBlocks(withoutBox(item.tokens), depth + 1),
    })),
  };
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
