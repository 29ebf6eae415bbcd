import { Lexer, Marked, Tokenizer, type Token, type Tokens } from 'marked';

import { displayedFormulaAt, displayedFormulaIn, formulaAt, withoutFormulas } from './math';
import { isTooDear } from './reading-cost';

/** Names such as `__init__`, which would lose their underscores to emphasis. */
const DUNDER = /^__[a-z\d][a-z\d_]*__(?!\w)/;

/** Stars between two operands, which would be lost to emphasis: `2*3*4`, `x**2`. */
const OPERATOR = /^(?:\*(?=[\w(])|\*\*(?=\d))/;
const OPERATORS = /(?<=[\w)\]])(?:\*(?=[\w(])|\*\*(?=\d))/g;
const OPERAND = /[\w)\]]$/;

/**
 * GitHub's markdown, but for what would take characters from a text that are no markup: a tag is
 * text like any other, formulas stay as they were written, and a table's row keeps all its cells.
 */
const marked = new Marked({
  gfm: true,
  tokenizer: {
    html: () => undefined,
    tag: () => undefined,
    // GitHub strikes out between single tildes too; in an answer those are "about". `false` leaves
    // it to the parser.
    del: (source) => (source.startsWith('~~') ? false : undefined),
    table(source) {
      const table = Tokenizer.prototype.table.call(this, source);
      if (table !== undefined) keepSurplusCells(table, (text) => this.lexer.inline(text));
      return table;
    },
  },
  hooks: {
    emStrongMask: (text) =>
      withoutFormulas(text).replaceAll(OPERATORS, (stars) => 'a'.repeat(stars.length)),
  },
  extensions: [
    {
      name: 'displayed-formula',
      level: 'block',
      start: displayedFormulaIn,
      tokenizer: (source) => written('displayed-formula', displayedFormulaAt(source)),
    },
    {
      name: 'formula',
      level: 'inline',
      // Every other sign begins with a character at which the parser stops by itself.
      start: (source) => source.indexOf('$'),
      tokenizer: (source, tokens) => written('formula', formulaAt(source, lastOf(tokens))),
    },
    {
      name: 'dunder',
      level: 'inline',
      tokenizer: (source, tokens) =>
        /\w$/.test(lastOf(tokens)) ? undefined : written('dunder', DUNDER.exec(source)?.[0]),
    },
    {
      name: 'operator',
      level: 'inline',
      tokenizer: (source, tokens) =>
        OPERAND.test(lastOf(tokens)) ? written('operator', OPERATOR.exec(source)?.[0]) : undefined,
    },
  ],
});

/** A lexer that leaves a stretch as it was written where reading it would stop the page. */
export class TextLexer extends Lexer {
  constructor() {
    super({ ...marked.defaults });
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (!isTooDear(source)) return super.inlineTokens(source, tokens);
    tokens.push({ type: 'plain', raw: source });
    return tokens;
  }
}

/** The character in front of what is to be read; empty at the start of a stretch. */
function lastOf(tokens: readonly Token[]): string {
  return tokens.at(-1)?.raw.at(-1) ?? '';
}

function written(type: string, raw: string | undefined): Tokens.Generic | undefined {
  return raw === undefined ? undefined : { type, raw };
}

/** The parser drops the cells of a row beyond those of the header; here they stand in its last one. */
function keepSurplusCells(table: Tokens.Table, inline: (text: string) => Token[]): void {
  const lines = table.raw.trimEnd().split('\n').slice(2);
  for (const [place, row] of table.rows.entries()) {
    const cells = cellsOf(lines[place] ?? '');
    const last = row.at(-1);
    if (last === undefined || cells.length <= row.length) continue;
    const text = cells
      .slice(row.length - 1)
      .join('|')
      .trim();
    row[row.length - 1] = { ...last, text, tokens: inline(text) };
  }
}

function cellsOf(line: string): string[] {
  const cells = line.trim().split(/(?<!\\)\|/);
  if (cells[0]?.trim() === '') cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.replaceAll('\\|', '|'));
}
