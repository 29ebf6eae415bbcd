import { afterEach, describe, expect, it } from 'vitest';

import { FAULTS } from './faults.ts';
import { Lab } from './lab.ts';
import { NotPossible } from './small-disk.ts';

/** Longest that the short form of one fault may take, in milliseconds. */
const LONGEST_MS = 120_000;

let lab: Lab;
afterEach(() => lab.close());

describe('a real server holds what it promises, in short, through', () => {
  it.each([...FAULTS])('%s', { timeout: LONGEST_MS }, async (name, fault) => {
    const seed = Date.now() % 1_000_000;
    lab = new Lab(seed);
    try {
      expect(await fault(lab, 'short')).toHaveProperty('held');
    } catch (error) {
      if (!(error instanceof NotPossible)) throw new Error(`seed ${seed}`, { cause: error });
      // Said, not hidden: the rest of the fault's promise is tested in the storage's own tests.
      console.warn(`${name} was not tried: ${error.message}`);
    }
  });
});
