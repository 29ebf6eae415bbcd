import type { AssistantRules } from '#graph/rules';

import { HttpError } from '../door/http-error.ts';

/**
 * Refuses an update of the state that the assistant's rules do not take, before anything is stored:
 * its graph would fail on it later. `where` is the place of the update in the request's body.
 * Throws HttpError `invalid`.
 */
export function refuseBadUpdate(rules: AssistantRules, update: unknown, where: string): void {
  const problem = rules.updateProblem(update);
  if (problem !== undefined) throw new HttpError('invalid', `${where}.${problem}`);
}
