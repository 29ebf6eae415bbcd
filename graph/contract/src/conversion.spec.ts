import { describe, expect, it } from 'vitest';

import {
  MAX_CONVENTIONS,
  conventionsProblem,
  keptConventionsProblem,
  readKeptConventions,
  tidyConventions,
} from './conventions.ts';
import { NO_CONVERSION, readConversion } from './conversion.ts';
import { parseConversionEvent } from './conversion-events.ts';

const finding = { gate: 'tests', file: 'a.ts', line: 3, sentence: 'A test is gone.' };
const report = {
  turn: 2,
  status: 'needs-review',
  reasons: ['One place is left open.'],
  converter: 'rules',
  attempts: [
    {
      attempt: 1,
      way: 'first',
      passed: false,
      findings: [finding],
      critique: { approved: false, fixes: [], by: 'rules' },
    },
  ],
  findings: [finding],
  ledger: [{ file: 'a.ts', line: 3, kind: 'todo', reason: 'No rule converts this.' }],
};

describe('what a thread says of its conversion', () => {
  it('is nothing on a thread that has none', () => {
    expect(readConversion({ messages: [] })).toEqual(NO_CONVERSION);
  });

  it('is read with everything that it holds', () => {
    const values = {
      turn: 2,
      refinement: '',
      conventions: ['Use getByTestId'],
      sources: [{ name: 'a.js', text: 'x', hash: 'a'.repeat(64) }],
      out: 'a.ts',
      baseline: [{ name: 'a.ts', text: 'y' }],
      result: [{ name: 'a.ts', text: 'z' }],
      report,
    };
    expect(readConversion({ ...values, draft: [] })).toEqual(values);
  });

  it.each([
    ['no object', null],
    ['a turn that is a text', { turn: '1' }],
    ['a source without a hash', { sources: [{ name: 'a.js', text: '' }] }],
    ['an unknown status', { report: { ...report, status: 'done' } }],
    ['an unknown gate', { report: { ...report, findings: [{ ...finding, gate: 'taste' }] } }],
  ])('is not read from %s', (_, values) => {
    expect(readConversion(values)).toBeUndefined();
  });
});

describe('events', () => {
  it.each([
    { node: 'intake', turn: 1, attempt: 0, conventions: [], from_previous_turn: false },
    { node: 'convert', turn: 1, attempt: 1, way: 'first', by: 'model' },
    { node: 'validate', turn: 1, attempt: 1, passed: false, findings: [finding] },
    { node: 'critique', turn: 1, attempt: 1, approved: false, fixes: ['Wait.'], by: 'model' },
    { node: 'report', turn: 1, attempt: 3, status: 'accepted', reasons: [] },
  ])('of $node are read', (event) => {
    expect(parseConversionEvent(event)).toEqual(event);
  });

  it.each([
    undefined,
    { node: 'intake', turn: 1, attempt: 1, conventions: [], from_previous_turn: false },
    { node: 'elsewhere', turn: 1, attempt: 1 },
    { node: 'report', turn: 1, attempt: 3, status: 'fine', reasons: [] },
  ])('are not read from %j', (event) => {
    expect(parseConversionEvent(event)).toBeUndefined();
  });
});

describe('instructions', () => {
  it('are kept on one line, oldest first, none twice', () => {
    expect(
      tidyConventions(['  Use\ngetByTestId ', '', 'use GETBYTESTID', 'No page objects']),
    ).toEqual(['Use getByTestId', 'No page objects']);
  });

  it.each([
    [['ok'], undefined],
    ['ok', 'Instructions are a list of texts.'],
    [['x'.repeat(501)], /at most 500 characters/],
    [['half \ud83d'], /half of a Unicode pair/],
    [Array.from({ length: MAX_CONVENTIONS + 1 }, (_, at) => `rule ${at}`), /at most 40/],
  ])('within their bounds: %j', (list, problem) => {
    if (problem === undefined) expect(conventionsProblem(list)).toBeUndefined();
    else expect(conventionsProblem(list)).toMatch(problem);
  });

  it('that are kept for later are read from their item alone', () => {
    expect(readKeptConventions({ conventions: ['A', 'a', 'B'] })).toEqual(['A', 'B']);
    for (const value of [null, {}, { conventions: [1] }, { conventions: [], more: 1 }]) {
      expect(readKeptConventions(value)).toEqual([]);
      expect(keptConventionsProblem(value)).toMatch(/exactly/);
    }
  });
});
