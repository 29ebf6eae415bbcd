import { expect, it } from 'vitest';

import type { CurrentMemory } from '#contract/memory-api';

import { addLine, replaceLine } from './replace-line';

const memory = (text: string): CurrentMemory => ({
  text,
  revision: 1,
  sha256: null,
  read_at: '2026-01-01T10:00:00.000Z',
  meter: { bytes: 0, max_bytes: 65_536, approximate_tokens: 0 },
  problem: null,
  lines: text.split('\n').map((line) => ({ text: line, origin: null })),
});
const line = (text: string, occurrence = 1) => ({ text, occurrence, origin: null, isNew: false });

it.each([
  ['- a\n- b\n', line('- b'), 'c', '- a\n- c\n'],
  ['- a\n- a\n', line('- a', 2), '$& b', '- a\n- $& b\n'],
  ['  * a \r\nb', line('  * a \r'), ' x ', '  * x \r\nb'],
  ['plain', line('plain'), 'other', 'other'],
])('words one line of %j anew', (text, which, words, after) => {
  expect(replaceLine(memory(text), which, words)).toBe(after);
});

it.each([
  [null, '- new\n'],
  ['', '- new\n'],
  ['- a\n', '- a\n- new\n'],
  ['- a', '- a\n- new\n'],
])('adds a line to %j', (text, after) => {
  expect(addLine(text, ' new ')).toBe(after);
});
