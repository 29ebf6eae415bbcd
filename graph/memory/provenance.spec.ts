import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { MemoryRevision } from '#contract/revision';

import { ANNA } from '../testing/house.ts';
import { traceLines } from './provenance.ts';
import { makeRevision } from './records.ts';

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

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield Promise.resolve(item);
}

async function origins(texts: readonly (string | null)[], first = 1, text = texts.at(-1) ?? '') {
  const traced = await traceLines(text, each(history(texts, first)));
  return traced.map((line) => [line.text, line.origin?.revision ?? null]);
}

describe('the origin of a line', () => {
  it('is the revision that brought it in, wherever it stands now', async () => {
    expect(await origins(['a', 'a\nb', 'b2\na\nb', 'b2\na'])).toEqual([
      ['b2', 3],
      ['a', 1],
    ]);
  });

  it('is the later one for a line that was gone and came back', async () => {
    expect(await origins(['a\nb', 'a', 'a\nb'])).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
    expect(await origins(['a', null, 'a'])).toEqual([['a', 3]]);
  });

  it('is unknown for a line as old as the oldest revision kept, and one past the history', async () => {
    expect(await origins(['a', 'a\nb'], 7)).toEqual([
      ['a', null],
      ['b', 8],
    ]);
    expect(await origins(['a'], 1, 'a\nplanted')).toEqual([
      ['a', 1],
      ['planted', null],
    ]);
  });

  it('is known after an erasure, however old the history is', async () => {
    expect(await origins([null, 'a'], 7)).toEqual([['a', 8]]);
  });

  it('is found in bounded time when everything changes', async () => {
    const lines = (word: string) => Array.from({ length: 8000 }, (_, at) => `${word}${at}`);
    const [before, after] = [lines('x'), [...lines('y'), 'x0']];
    const traced = await origins([before.join('\n'), after.join('\n')]);
    expect(traced.at(-1)).toEqual(['x0', 1]);
    expect(traced[0]).toEqual(['y0', 2]);
  });

  it('gives the text again, each origin being a revision that has the line and is no older than need be', async () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (parts) => {
        const texts = parts.map((lines) => lines.join('\n'));
        const rows = history(texts);
        const traced = await traceLines(texts.at(-1) ?? '', each(rows));
        expect(traced.map((line) => line.text).join('\n')).toBe(texts.at(-1));
        for (const line of traced) {
          const from = rows.find(({ number }) => number === line.origin?.revision);
          expect(from?.text?.split('\n')).toContain(line.text);
        }
      }),
    );
  });
});
