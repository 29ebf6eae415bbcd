import { afterEach, describe, expect, it } from 'vitest';

import { Lab } from '../faults/lab.ts';
import { ATTACKS } from './attacks.ts';
import { Target } from './target.ts';

/** Longest that the short form of one attack may take, in milliseconds. */
const LONGEST_MS = 300_000;

let lab: Lab;
afterEach(() => lab.close());

describe('a served product holds, in short, against', () => {
  it.each([...ATTACKS])('%s', { timeout: LONGEST_MS }, async (_, attack) => {
    const seed = Date.now() % 1_000_000;
    lab = new Lab(seed);
    const target = await Target.serve(lab);
    const { findings } = await attack(target, lab, 'short');
    expect({ seed, findings }).toEqual({ seed, findings: [] });
  });
});
