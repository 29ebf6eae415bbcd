import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rebase } from './rebase.ts';
import type { MemoryChange } from './change.ts';

const edit = (oldText: string, newText: string, all = false): MemoryChange => ({
  kind: 'edit',
  oldText,
  newText,
  all,
});
const whole = (text: string): MemoryChange => ({ kind: 'replace', text, basedOn: 'x' });

const BASE = '- home KBZN\n- flies a PC-12\n- metric\n';

describe('a change that was decided on before the file changed', () => {
  it.each([
    [
      'another line was changed',
      '- home KBZN\n- flies a TBM\n- metric\n',
      edit('KBZN', 'KJAC'),
      '- home KJAC\n- flies a TBM\n- metric\n',
    ],
    [
      'the line has moved',
      '- new\n- flies a PC-12\n- home KBZN\n',
      edit('PC-12', 'PC-24'),
      '- new\n- flies a PC-24\n- home KBZN\n',
    ],
    [
      'both add at the end',
      `${BASE}- theirs\n`,
      edit('- metric\n', '- metric\n- mine\n'),
      undefined,
    ],
    ['a whole text', `- first\n${BASE}`, whole(`${BASE}- mine\n`), `- first\n${BASE}- mine\n`],
  ])('is made to the same lines when %s', (_, current, change, text) => {
    const expected = text ?? '- home KBZN\n- flies a PC-12\n- metric\n- mine\n- theirs\n';
    expect(rebase(BASE, current, change)).toEqual({ text: expected, occurrences: 1 });
  });

  it.each([
    [
      'the words now stand in another line',
      '- home KSEA\n- alternate KBZN\n- metric\n',
      edit('KBZN', 'KJAC'),
    ],
    ['the line says more now', '- home KBZN, no longer\n- metric\n', edit('KBZN', 'KJAC')],
    ['the line is gone', '- flies a PC-12\n', edit('KBZN', 'KJAC')],
    [
      'lines that were together are not',
      '- home KBZN\n- x\n- flies a PC-12\n',
      edit('KBZN\n- flies', ''),
    ],
    ['a line has lost its end', '- home KBZN\n- flies a PC-12\n- metric', edit('- metric\n', '')],
    ['the file is gone', undefined, edit('KBZN', 'KJAC')],
    [
      'a whole text has changed in the same line',
      BASE.replace('KBZN', 'KSEA'),
      whole('- home KJAC\n'),
    ],
    ['a whole text has no file any more', undefined, whole('- home KJAC\n')],
  ])('is refused when %s', (_, current, change) => {
    expect(rebase(BASE, current, change)).toMatchObject({ refused: 'changed-meanwhile' });
  });

  it('leaves passages alone that came in since', () => {
    const change = edit('KBZN', 'KJAC', true);
    expect(rebase('- a KBZN\n- b KBZN\n', '- a KBZN\n- c KBZN\n- b KBZN\n', change)).toEqual({
      text: '- a KJAC\n- c KBZN\n- b KJAC\n',
      occurrences: 2,
    });
  });

  it('touches nothing but the lines that were decided on', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'x', ''), { maxLength: 8 });
    fc.assert(
      fc.property(
        lines,
        lines,
        fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
        (pre, post, added) => {
          const base = [...pre, 'KBZN', ...post].join('\n');
          const current = [...added, ...pre, 'KBZN', ...post].join('\n');
          const made = rebase(base, current, edit('KBZN', '$&\nKJAC'));
          expect(made).toEqual({ text: current.replace('KBZN', () => '$&\nKJAC'), occurrences: 1 });
        },
      ),
    );
  });
});
