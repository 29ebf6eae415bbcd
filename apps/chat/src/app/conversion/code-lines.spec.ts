import { expect, it } from 'vitest';

import { linesOf } from './code-lines';

const run = (text: string, kind?: string) => ({ kind, text });

it.each([
  ['nothing', [run('')], [[]]],
  ['one line', [run('a', 'keyword'), run('b')], [[run('a', 'keyword'), run('b')]]],
  ['a line feed at the end', [run('a\n')], [[run('a')]]],
  ['an empty line', [run('a\n\nb')], [[run('a')], [], [run('b')]]],
  [
    'a run over two lines',
    [run('/* a\nb */', 'comment')],
    [[run('/* a', 'comment')], [run('b */', 'comment')]],
  ],
])('code of %s is cut into its lines', (_, runs, lines) => {
  expect(linesOf(runs)).toEqual(lines);
});
