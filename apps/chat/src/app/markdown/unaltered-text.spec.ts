import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { grow } from './growing-markdown';
import type { Block, Inline } from './markdown-tree';
import { readMarkdown } from './read-markdown';

const read = (text: string) => grow(undefined, text, true, readMarkdown).blocks;

/** What a person reads, the numbers of lists included. */
function shown(blocks: readonly Block[]): string {
  return blocks.map(shownBlock).join('\n');
}

function shownBlock(block: Block): string {
  switch (block.kind) {
    case 'code':
      return `${block.info}\n${block.text}`;
    case 'literal':
      return block.text;
    case 'quote':
      return shown(block.blocks);
    case 'list':
      return block.items
        .map(({ number, blocks }) => {
          const sign = number === undefined ? '•' : `${number}${block.closedBy}`;
          return `${sign} ${shown(blocks)}`;
        })
        .join('\n');
    case 'table':
      return [block.header, ...block.rows]
        .map((row) => row.map(({ children }) => shownInlines(children)).join(' ¦ '))
        .join('\n');
    case 'rule':
      return '———';
    default:
      return shownInlines(block.children);
  }
}

function shownInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      const text = 'children' in inline ? shownInlines(inline.children) : inline.text;
      return 'title' in inline ? text + inline.title : text;
    })
    .join('');
}

describe('a text is shown with every character that is no markup', () => {
  it.each<[string, string, RegExp?]>([
    ['a formula in brackets', 'So \\(a^2\\) and \\[b_1 * c_1\\] hold.'],
    [
      'a formula between dollars',
      'So $a_1*b_1*c$ and $$x*y*z$$ hold, at $5 and *not* $6.',
      /\*not\*/,
    ],
    ['emphasis marks within a formula alone', '*a \\(b*c\\) d*', /^\*|\*$/g],
    ['commands of TeX outside a formula', 'Use \\, \\; \\! \\{ \\} \\% \\$ \\| \\\\ there.'],
    ['a formula that is not closed', 'So \\(a^2 and \\[b.'],
    ['a formula over lines that look like lists', 'So\n\\[\na\n- b\n+ c\n= d\n\\]\nholds.'],
    ['the same between dollars', '$$\na\n- b\n$$'],
    ['a path of Windows', 'C:\\Users\\(old)\\{x} and \\\\server\\share'],
    ['a line that goes on in a shell', 'docker run \\\n  image'],
    ['products', '2*3*4 and a*b*c and f(x)*g(x)*h and x**2 + y**2'],
    ['names with underscores', 'snake_case_name, __init__, __main__.py'],
    ['about', '~5 to ~10, ~a~'],
    ['tags', '<T extends Map<K, V>> and <br> and <!-- note -->'],
    ['names of characters nobody sees', 'a&Tab;b&#8203;c&#x200b;d&NewLine;e'],
    ['names of characters in code', 'a `&#65; &amp;` b', /`/g],
    ['names of characters that are not known', '&unknown; &copy &; &#; 1 & 2'],
    ['a note that looks like an address', '[Caution]: hot'],
    ['an address that no link uses', '[1]: https://a.test "Title"'],
    ['numbers of a list that skip', '3. three\n5. five\n7. seven'],
    ['numbers in brackets', '1) one\n2) two'],
    ['a year', '1986\\. A great year', /\\/],
  ])('%s', (_what, text, markup) => {
    const written =
      markup === undefined
        ? text
        : text.replaceAll(new RegExp(markup, 'g'), (marks) => marks.replaceAll(/[*\\`]/g, ''));
    expect(shown(read(text))).toBe(written);
  });

  it('more cells in a row than the header has', () => {
    const table = '| a | b |\n|---|---|\n| 1 | `x || y` | 3 |\n| 4 \\| 5 | 6 |';
    expect(shown(read(table))).toBe('a ¦ b\n1 ¦ x || y | 3\n4 | 5 ¦ 6');
  });

  it('the whole line of a fence, and every character of its code', () => {
    const code = 'all:\n\tcc \\(x\\) &amp; *a*';
    expect(shown(read(`\`\`\`make Makefile:3\n${code}\n\`\`\``))).toBe(`make Makefile:3\n${code}`);
    const inList = `- look:\n\n  \`\`\`make\n  ${code.replaceAll('\n', '\n  ')}\n  \`\`\``;
    expect(shown(read(inList))).toBe(`• look:\nmake\n${code}`);
  });

  it('the title of a link and of a picture', () => {
    expect(shown(read('[a](https://a.test "b") ![c](https://c.test "d")'))).toBe('ab cd');
  });

  it('whatever it is made of: no word is lost, and none changes its place', () => {
    const around = fc.constantFrom<[string, string]>(
      ['', ''],
      ['**', '**'],
      ['*', '*'],
      ['_', '_'],
      ['~~', '~~'],
      ['`', '`'],
      ['\\(', '\\)'],
      ['\\[', '\\]'],
      ['$', '$'],
      ['$$', '$$'],
      ['[', ']'],
      ['[', ']: '],
      ['<', '>'],
      ['"', '"'],
      ['(', ')'],
      ['| ', ' |'],
      ['__', '__'],
      ['\\', ''],
      ['![', '](https://a.test)'],
      ['[', '](https://a.test)'],
    );
    const between = fc.constantFrom(
      ' ',
      ' ',
      '\n',
      '\n\n',
      '\n- ',
      '\n1. ',
      '\n> ',
      '\n# ',
      '\n```\n',
      '\n|---|---|\n',
      '\n\\[\n',
      '\n\\]\n',
      '\n$$\n',
      '\n    ',
      ' | ',
      '*',
      '_',
      '\\\n',
      '  \n',
      '\n===\n',
      '\n---\n',
      '&amp;',
      '\n\n[x]: ',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(around, between), { maxLength: 12 }), (parts) => {
        const text = parts
          .map(([[open, close], gap], place) => `${open}w${place}x${close}${gap}`)
          .join('');
        const words = (from: string) => from.match(/w\d+x/g) ?? [];
        expect(words(shown(read(text)))).toEqual(words(text));
      }),
      { numRuns: 1_000 },
    );
  }, 60_000);
});
