import { ended } from './checks.ts';
import type { Scenario } from './scenario.ts';
import { care } from './scenarios/care.ts';
import { modes } from './scenarios/modes.ts';
import { teaching } from './scenarios/teaching.ts';
import { upkeep } from './scenarios/upkeep.ts';

/** The thirty scenarios of the exam, in the order of its table. Each ends with an answer. */
export const SCENARIOS: readonly Scenario[] = [...teaching, ...upkeep, ...care, ...modes].map(
  (scenario) => ({ ...scenario, checks: [ended, ...scenario.checks] }),
);
