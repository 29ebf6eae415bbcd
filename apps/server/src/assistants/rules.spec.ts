import { describe, expect, it } from 'vitest';

import { DEFAULT_RULES } from '#graph/rules';

import { StartError } from '../config.ts';
import { readRules, rulesFrom } from './rules.ts';

describe('the rules that a module exports', () => {
  it('are the safe defaults where it exports none', () => {
    expect(readRules(undefined, './a.ts')).toBe(DEFAULT_RULES);
    expect(rulesFrom(new Map())('unknown')).toBe(DEFAULT_RULES);
  });

  it('are completed by the defaults', () => {
    const rules = readRules({ title: 'Mine', features: ['memory'] }, './a.ts');
    expect(rules).toEqual({ ...DEFAULT_RULES, title: 'Mine', features: ['memory'] });
  });

  it.each([
    ['a text', 'rules', /is not an object/],
    ['null', null, /is not an object/],
    ['an unknown rule', { titel: 'Mine' }, /names "titel", which is no rule/],
    ['a rule of the wrong kind', { configure: {} }, /gives "configure" as object/],
    ['features that are no list', { features: 'memory' }, /gives "features" as a text/],
  ])('are refused by name when they are %s', (_, exported, problem) => {
    expect(() => readRules(exported, './a.ts')).toThrow(StartError);
    expect(() => readRules(exported, './a.ts')).toThrow(problem);
    expect(() => readRules(exported, './a.ts')).toThrow('./a.ts');
  });
});
