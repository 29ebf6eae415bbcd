import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { MemoryRevision } from '#contract/revision';

import {
  carryOrigins,
  carryOriginsByText,
  originOf,
  traceOrigins,
  type Origins,
} from './provenance.ts';
import { makeRevision } from './records.ts';
import { ANNA } from './testing/owners.ts';

/** Revisions of these texts, newest first; null erases. */
function history(texts: readonly (string | null)[], first = 1): MemoryRevision[] {
  const person = { thread_id: null, run_id: null, message_id: null, tool_call_id: null };
  return texts
    .map((text, index) =>
      makeRevision(
        first + index,
        ANNA,
        { kind: 'person', ...person },
        text ?? undefined,
        new Date(index),
      ),
    )
    .reverse();
}

/** Each line of the newest text, or of another one written past them, with the revision it is from. */
function origins(texts: readonly (string | null)[], first = 1, text = texts.at(-1) ?? '') {
  const newest = texts.at(-1) ?? '';
  const traced = traceOrigins(history(texts, first).toReversed());
  const found = text === newest ? traced : carryOrigins(newest, traced, text, null);
  return text.split('\n').map((line, at) => [line, found[at]?.revision ?? null]);
}

describe('the origin of a line', () => {
  it('is the revision that brought it in, wherever it stands now', () => {
    expect(origins(['a', 'a\nb', 'b2\na\nb', 'b2\na'])).toEqual([
      ['b2', 3],
      ['a', 1],
    ]);
  });

  it('is the later one for a line that was gone and came back', () => {
    expect(origins(['a\nb', 'a', 'a\nb'])).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
    expect(origins(['a', null, 'a'])).toEqual([['a', 3]]);
  });

  it('is unknown for a line as old as the oldest revision kept, and one past the history', () => {
    expect(origins(['a', 'a\nb'], 7)).toEqual([
      ['a', null],
      ['b', 8],
    ]);
    expect(origins(['a'], 1, 'a\nplanted')).toEqual([
      ['a', 1],
      ['planted', null],
    ]);
  });

  it('is known after an erasure, however old the history is', () => {
    expect(origins([null, 'a'], 7)).toEqual([['a', 8]]);
  });

  it('is found in bounded time when everything changes', () => {
    const lines = (word: string) => Array.from({ length: 8000 }, (_, at) => `${word}${at}`);
    const [before, after] = [lines('x'), [...lines('y'), 'x0']];
    const traced = origins([before.join('\n'), after.join('\n')]);
    expect(traced.at(-1)).toEqual(['x0', 1]);
    expect(traced[0]).toEqual(['y0', 2]);
  });

  it('is the same when it is carried from revision to revision, and that revision has the line', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (parts) => {
        const rows = history(parts.map((lines) => lines.join('\n'))).toReversed();
        let carried: Origins = [];
        for (const [at, row] of rows.entries()) {
          const older = rows[at - 1]?.text;
          const now = row.text ?? '';
          carried =
            older == null
              ? now.split('\n').map(() => originOf(row))
              : carryOrigins(older, carried, now, originOf(row));
        }
        expect(carried).toEqual(traceOrigins(rows));
        for (const [at, line] of (rows.at(-1)?.text ?? '').split('\n').entries()) {
          const from = rows.find(({ number }) => number === carried[at]?.revision);
          expect(from?.text?.split('\n')).toContain(line);
        }
      }),
    );
  });

  it('by the text of lines alone differs in order at most', () => {
    const before = [null, null];
    expect(carryOriginsByText('a\nb', before, 'b\na\nc', null)).toHaveLength(3);
  });
});
