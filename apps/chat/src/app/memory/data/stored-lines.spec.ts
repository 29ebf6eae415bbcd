import { expect, it } from 'vitest';

import type { CurrentMemory, LineOrigin } from '#contract/memory-api';

import { storedLines } from './stored-lines';

const origin = (revision: number): LineOrigin => ({
  revision,
  written_at: '2026-01-01T10:00:00.000Z',
  author: { kind: 'person', thread_id: null, run_id: null, message_id: null, tool_call_id: null },
});

function memory(...lines: (readonly [string, LineOrigin | null])[]): CurrentMemory {
  return {
    text: lines.map(([text]) => text).join('\n'),
    revision: 3,
    sha256: null,
    read_at: '2026-01-01T10:00:00.000Z',
    meter: { bytes: 0, max_bytes: 65_536, approximate_tokens: 0 },
    problem: null,
    lines: lines.map(([text, from]) => ({ text, origin: from })),
  };
}

it('keeps lines literal, leaves blank ones out, and counts equal ones', () => {
  const read = memory(['  a ', origin(1)], ['', origin(1)], ['a', null], ['  a ', origin(2)]);
  expect(storedLines(read, 3).map(({ text, occurrence }) => [text, occurrence])).toEqual([
    ['  a ', 1],
    ['a', 1],
    ['  a ', 2],
  ]);
});

it('marks what came in after the person last looked, and nothing of unknown origin', () => {
  const read = memory(['old', origin(2)], ['fresh', origin(3)], ['unknown', null]);
  expect(storedLines(read, 2).map(({ isNew }) => isNew)).toEqual([false, true, false]);
  expect(storedLines(read, undefined).every(({ isNew }) => !isNew)).toBe(true);
});
