import type { Attack } from './attack.ts';
import { canary } from './canary.ts';
import { damagedInput } from './damaged-input.ts';
import { foreignOwners } from './foreign-owners.ts';
import { stalls } from './stalls.ts';
import { streams } from './streams.ts';

/** Every kind of attack, by its name on the command line. A new kind is a file and a line here. */
export const ATTACKS: ReadonlyMap<string, Attack> = new Map(
  Object.entries({
    stalls,
    'damaged-input': damagedInput,
    'foreign-owners': foreignOwners,
    streams,
    canary,
  }),
);
