import { expect, it } from 'vitest';

import { isOutFile, isSourceFile, isValidation } from './convert.ts';

const finding = { gate: 'tests', file: 'login.spec.ts', line: 3, sentence: 'A test is missing.' };
const entry = { file: 'login.spec.ts', line: 4, kind: 'todo', reason: 'No such call.' };

it('knows a validation', () => {
  expect(isValidation({ passed: false, findings: [finding], ledger: [entry] })).toBe(true);
  expect(isValidation({ passed: true, findings: [], ledger: [] })).toBe(true);
});

it.each([
  { passed: 'yes', findings: [], ledger: [] },
  { passed: true, findings: [{ ...finding, gate: 'mood' }], ledger: [] },
  { passed: true, findings: [{ ...finding, line: -1 }], ledger: [] },
  { passed: true, findings: [], ledger: [{ ...entry, kind: 'note' }] },
  { passed: true, findings: [], ledger: null },
])('knows that this is none: %j', (value) => {
  expect(isValidation(value)).toBe(false);
});

it('knows files', () => {
  expect(isSourceFile({ name: 'a.js', text: '', hash: 'a'.repeat(64) })).toBe(true);
  expect(isSourceFile({ name: 'a.js', text: '', hash: 'A'.repeat(64) })).toBe(false);
  expect(isOutFile({ name: 'a.ts', text: '' })).toBe(true);
  expect(isOutFile({ name: 'a.ts' })).toBe(false);
});
