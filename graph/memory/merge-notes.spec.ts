import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeNotes } from './merge-notes.ts';
import { mergeTexts } from './merge-texts.ts';

describe('a merge of two changes of one file of notes', () => {
  it.each([
    ['both add at the end', '- a\n', '- a\n- t\n', '- a\n- m\n', '- a\n- t\n- m\n'],
    ['both begin the file', '', '- t\n', '- m\n', '- t\n- m\n'],
    ['both add the same, one more', '- a\n', '- a\n- s\n', '- a\n- s\n- m\n', '- a\n- s\n- m\n'],
    ['the last line break was left out', '- a\n', '- a\n- t\n', '- a\n- m', '- a\n- t\n- m\n'],
    [
      'neighbouring lines were changed',
      '- a\n- b\n',
      '- A\n- b\n',
      '- a\n- B\n- m\n',
      '- A\n- B\n- m\n',
    ],
    [
      'one removed what stands beside the other’s',
      '- a\n- b\n- c\n',
      '- b\n- c\n',
      '- a\n- B\n- c\n',
      '- B\n- c\n',
    ],
    [
      'one added within what the other wrote anew',
      '- a\n- b\n',
      '- a\n- t\n- b\n',
      '* a\n* b\n',
      '* a\n- t\n* b\n',
    ],
    ['both changed a line alike, and added', 'a\n', 'A\nt\n', 'A\nm\n', 'A\nt\nm\n'],
    ['both removed the same', '- a\n- b\n', '- b\n', '- b\n', '- b\n'],
  ])('keeps both when %s', (_, base, theirs, mine, text) => {
    const merged = mergeNotes(base, theirs, mine);
    expect('text' in merged && merged.text.split('\n').toSorted()).toEqual(
      text.split('\n').toSorted(),
    );
  });

  it.each([
    ['both changed one line', '- a\n', '- A\n', '- Ä\n', ['- A']],
    ['one changed what the other removed', '- a\n- b\n', '- b\n', '- A\n- b\n', []],
  ])('collides where %s, and shows what stands there', (_, base, theirs, mine, conflict) => {
    expect(mergeNotes(base, theirs, mine)).toEqual({ conflict });
  });

  it('agrees with the strict merge where that is clean, and never loses an addition', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(text, text, text, (base, theirs, mine) => {
        const strict = mergeTexts(base, theirs, mine);
        const merged = mergeNotes(base, theirs, mine);
        if (strict !== undefined) expect(merged).toEqual({ text: strict });
        const added = mergeNotes(base, `${base}theirs\n`, `${base}mine\n`);
        expect(added).toEqual({ text: `${base}theirs\nmine\n` });
      }),
    );
  });
});
