import { describe, expect, it } from 'vitest';

import { grow } from './growing-markdown';
import type { Block, Inline } from './markdown-tree';
import { readMarkdown } from './read-markdown';

const read = (text: string) => grow(undefined, text, true, readMarkdown).blocks;
const words = (text: string): readonly Inline[] => {
  const [block] = read(text);
  return block !== undefined && 'children' in block ? block.children : [];
};

/** Every address in a tree that a view would make a link of. */
function addresses(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'href' in value && typeof value.href === 'string' ? [value.href] : [];
  return [...own, ...Object.values(value).flatMap(addresses)];
}

/** All that a person would read. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join('');
  if (typeof value !== 'object' || value === null) return '';
  const own = 'text' in value && typeof value.text === 'string' ? value.text : '';
  return own + Object.values(value).map(shown).join('');
}

describe('a hostile text', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror="alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '<svg/onload=alert(1)>',
    '<style>*{display:none}</style>',
    '<!-- unseen -->',
    '</tl-markdown><iframe src="//evil.test"></iframe>',
    '{{ constructor.constructor("alert(1)")() }}',
  ])('shows HTML and templates as they were written: %s', (text) => {
    expect(shown(read(text))).toBe(text);
    expect(addresses(read(text))).toEqual([]);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](javascript&#58;alert(1))',
    '[x](javascript&#x3A;alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](java&NewLine;script:alert(1))',
    '[x](java&Tab;script:alert(1))',
    '[x](&#1;javascript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://a.test/1)',
    '[x](//evil.test)',
    '[x](\\\\evil.test)',
    '[x](/c/other)',
    '[x](?q=1)',
    '[x](https:evil.test)',
    '[x](https://good.test@evil.test)',
    '[x](https://user:word@evil.test)',
    '[x](https://good.test\\@evil.test)',
    '[x](https&#58;//&#10;evil.test)',
    '[x](<https://>)',
    '[x][1]\n\n[1]: javascript:alert(1)',
    '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    '<javascript:alert(1)>',
    '[a [b](javascript:alert(1)) c](javascript:alert(2))',
  ])('opens no address that is not plainly one: %s', (text) => {
    expect(addresses(read(text))).toEqual([]);
  });

  it('does not break on brackets and quotes in great number', () => {
    for (const piece of ['[', '![', '> ', '- ', '*a_', '`', '(', '<', '|', '[a](', '\\'])
      expect(shown(read(piece.repeat(3_000))).length).toBeGreaterThanOrEqual(0);
  });

  it('reads emphasis in great number as it was written, in the end', () => {
    const many = '*a_'.repeat(1_000);
    expect(read(many)).toEqual([{ kind: 'paragraph', children: [{ kind: 'text', text: many }] }]);
  });

  it.each([
    ['marks of striking out', '~~a'.repeat(1_000)],
    ['an endless word', `**b** ${'a_'.repeat(3_000)}`],
    ['marks in one of several stretches', '*a_'.repeat(150)],
  ])('leaves a stretch as it was written that would stop the page: %s', (_what, many) => {
    const [before, dear, after] = read(`**a**\n\n${many}\n\n**b**`);
    expect(dear).toEqual({ kind: 'paragraph', children: [{ kind: 'text', text: many }] });
    for (const block of [before, after])
      expect(block).toMatchObject({ children: [{ kind: 'strong' }] });
  });

  it('reads a long paragraph with many marks, as an answer may have them', () => {
    const sentence =
      'The **first** of these is _ordinary_ text that goes on for a while, in_some_way. ';
    const styled = words(sentence.repeat(60)).filter((inline) => 'children' in inline);
    expect(styled).toHaveLength(2 * 60);
  });

  it('shows what stands too deep as it was written', () => {
    const deep = `${'> '.repeat(40)}word`;
    expect(shown(read(deep))).toContain('word');
    expect(JSON.stringify(read(deep)).split('"kind":"quote"').length - 1).toBeLessThan(20);
  });
});

describe('a link', () => {
  it.each([
    ['[x](https://a.test/p?q=1&amp;r=2)', 'https://a.test/p?q=1&r=2', 'a.test'],
    ['[x](HTTP://A.test)', 'http://a.test/', 'a.test'],
    ['<https://a.test:8443/>', 'https://a.test:8443/', 'a.test:8443'],
    ['https://a.test/x.', 'https://a.test/x', 'a.test'],
    ['[x](mailto:a@b.test)', 'mailto:a@b.test', 'a@b.test'],
    ['[x](https://аpple.test)', 'https://xn--pple-43d.test/', 'xn--pple-43d.test'],
    ['[a [b] c](https://a.test)', 'https://a.test/', 'a.test'],
    ['[x](https://a.test/(y))', 'https://a.test/(y)', 'a.test'],
  ])('leads where it says: %s', (text, href, place) => {
    expect(words(text)[0]).toMatchObject({ kind: 'link', href, place });
  });

  it('holds no other link, and no picture that is one', () => {
    const [link] = words('[![alt](https://i.test/a.png) <https://b.test>](https://a.test)');
    expect(addresses(link)).toEqual(['https://a.test/']);
  });
});

it('makes a picture a link of its words, to be fetched by nobody', () => {
  expect(words('![A map](https://i.test/m.png)')).toEqual([
    {
      kind: 'image',
      href: 'https://i.test/m.png',
      place: 'i.test',
      disguised: false,
      title: '',
      text: 'A map',
    },
  ]);
  expect(words('![A dot](data:image/gif;base64,R0)')).toEqual([
    { kind: 'image', href: undefined, place: '', title: '', text: 'A dot' },
  ]);
});

it('reads the ordinary', () => {
  const text = [
    '### Head',
    'a **b _c_** ~~d~~ `e &amp; f` &amp; \\*g\\* &#8364;&unknown;',
    'next line',
    '',
    '- [x] done',
    '- [ ] not',
    '  1. inner',
    '',
    '> q',
    '',
    '---',
    '',
    '| l | r |',
    '|:--|--:|',
    '| `1` | 2 |',
    '',
    '```ts extra',
    'x',
    '```',
    '',
    '# Top',
  ].join('\n');
  const [head, paragraph, list, quote, rule, table, code, top] = read(text) as Block[];
  expect(head).toMatchObject({ kind: 'heading', depth: 3, rank: 1 });
  expect(paragraph).toEqual({
    kind: 'paragraph',
    children: [
      { kind: 'text', text: 'a ' },
      {
        kind: 'strong',
        children: [
          { kind: 'text', text: 'b ' },
          { kind: 'emphasis', children: [{ kind: 'text', text: 'c' }] },
        ],
      },
      { kind: 'text', text: ' ' },
      { kind: 'struck', children: [{ kind: 'text', text: 'd' }] },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'e &amp; f' },
      { kind: 'text', text: ' & *g* €&unknown;\nnext line' },
    ],
  });
  expect(list).toMatchObject({
    kind: 'list',
    start: undefined,
    items: [
      { checked: true, blocks: [{ kind: 'line' }] },
      { checked: false, blocks: [{ kind: 'line' }, { kind: 'list', start: 1 }] },
    ],
  });
  expect(quote).toMatchObject({ kind: 'quote', blocks: [{ kind: 'paragraph' }] });
  expect(rule).toEqual({ kind: 'rule' });
  expect(table).toMatchObject({
    kind: 'table',
    header: [{ alignment: 'left' }, { alignment: 'right' }],
    rows: [[{ children: [{ kind: 'code', text: '1' }] }, {}]],
  });
  expect(code).toEqual({
    kind: 'code',
    language: 'ts',
    info: 'ts extra',
    text: 'x',
    complete: true,
  });
  expect(top).toMatchObject({ kind: 'heading', depth: 1, rank: 1 });
});

it('ranks headings without a gap, and those in quotes not at all', () => {
  const ranks = read('## a\n\n#### b\n\n### c\n\n# d\n\n###### e\n\n> # f').map((block) =>
    block.kind === 'heading' ? block.rank : undefined,
  );
  expect(ranks).toEqual([1, 2, 2, 1, 2, undefined]);
});
