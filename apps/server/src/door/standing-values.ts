import { STANDING_KEY, standingProblem } from '#contract/standing';

import { HttpError } from './http-error.ts';

/**
 * Refuses a state update whose standing instructions are not a list within its bounds: the graph
 * would fail on them after they were accepted. `update` is an object, or a list of updates or of
 * [key, value] pairs. Throws HttpError `invalid`.
 */
export function refuseBadStanding(update: unknown, where: string): void {
  for (const value of standingValues(update)) {
    const problem = standingProblem(value);
    if (problem !== undefined)
      throw new HttpError('invalid', `${where}.${STANDING_KEY}: ${problem}`);
  }
}

function standingValues(update: unknown): unknown[] {
  if (Array.isArray(update))
    return update.flatMap((part: unknown) => {
      if (!Array.isArray(part)) return standingValues(part);
      return part[0] === STANDING_KEY ? [part[1] as unknown] : [];
    });
  if (typeof update !== 'object' || update === null || !(STANDING_KEY in update)) return [];
  return [update[STANDING_KEY]];
}
