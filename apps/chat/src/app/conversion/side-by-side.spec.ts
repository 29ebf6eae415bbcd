import { describe, expect, it } from 'vitest';

import { sideBySide } from './side-by-side';

const shown = (before: string, after: string) =>
  sideBySide(before, after)?.map(({ after: right, before: left, changed }) =>
    [left && `${left.line} ${left.text}`, right && `${right.line} ${right.text}`, changed].join(
      '|',
    ),
  );

describe('two texts beside each other', () => {
  it.each([
    ['the same', 'a\nb\n', 'a\nb', ['1 a|1 a|false', '2 b|2 b|false']],
    [
      'a line that was replaced',
      'a\nb\nc\n',
      'a\nx\nc\n',
      ['1 a|1 a|false', '2 b|2 x|true', '3 c|3 c|false'],
    ],
    [
      'more lines than before',
      'a\nz\n',
      'x\ny\nz\n',
      ['1 a|1 x|true', '|2 y|true', '2 z|3 z|false'],
    ],
    [
      'fewer lines than before',
      'a\nb\nz\n',
      'x\nz\n',
      ['1 a|1 x|true', '2 b||true', '3 z|2 z|false'],
    ],
    ['a line that went', 'a\nb\n', 'b\n', ['1 a||true', '2 b|1 b|false']],
    ['lines at the end', 'a\n', 'a\n\nb\n', ['1 a|1 a|false', '|2 |true', '|3 b|true']],
    ['nothing before', '', 'a\n', ['|1 a|true']],
    ['nothing after', 'a', '', ['1 a||true']],
    ['nothing at all', '', '', []],
  ])('%s', (_, before, after, rows) => {
    expect(shown(before, after)).toEqual(rows);
  });

  it('numbers every line of both texts once and in order', () => {
    const before = 'a\nb\nc\nd\ne\n';
    const after = 'b\nx\nd\ny\ne\nz\n';
    const rows = sideBySide(before, after) ?? [];
    const text = (side: 'before' | 'after') => rows.flatMap((row) => row[side] ?? []);
    for (const [side, whole] of [
      ['before', before],
      ['after', after],
    ] as const) {
      expect(
        text(side)
          .map((each) => `${each.text}\n`)
          .join(''),
      ).toBe(whole);
      expect(text(side).map(({ line }) => line)).toEqual(text(side).map((_, place) => place + 1));
    }
  });
});
