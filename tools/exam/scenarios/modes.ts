import { asked, memoryIs, remembers, saysNo } from '../checks.ts';
import type { Scenario } from '../scenario.ts';

const PLEASE = 'Please remember that I fly a PC-12.';

/** What the person chose for the conversation holds. */
export const modes: readonly Scenario[] = [
  {
    id: 'ask-approve',
    about: 'writes once the person has agreed',
    steps: [{ says: PLEASE, mode: 'ask' }, { answers: { type: 'approve' } }],
    checks: [remembers(/PC-12/), asked(1)],
  },
  {
    id: 'ask-reject',
    about: 'writes nothing the person has rejected, and does not ask again',
    steps: [{ says: PLEASE, mode: 'ask' }, { answers: { type: 'reject', message: 'Not now.' } }],
    checks: [memoryIs(undefined), asked(1)],
  },
  {
    id: 'off',
    about: 'neither reads nor writes while memory is off',
    before: { memory: '- Based at KBZN.\n' },
    steps: [{ says: `${PLEASE} And where am I based?`, mode: 'off' }],
    checks: [memoryIs('- Based at KBZN.\n'), saysNo(/KBZN/)],
  },
  {
    id: 'temporary',
    about: 'says that a temporary conversation keeps nothing',
    steps: [{ says: PLEASE, mode: 'temporary' }],
    checks: [memoryIs(undefined), saysNo(/\b(?:noted|remembered|saved it|will remember)\b/i)],
  },
];
