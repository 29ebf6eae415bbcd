import type { AssistantRules } from '#graph/rules';

import { HttpError } from '../http/http-error.ts';
import { refuseTooManyMessages } from '../http/message-limits.ts';

/**
 * Refuses an update of the state that the assistant's rules do not take, before anything is stored:
 * its graph would fail on it later. `where` is the place of the update in the request's body.
 * Throws HttpError `invalid`, or `too-large` for more messages than one request may have.
 */
export function refuseBadUpdate(rules: AssistantRules, update: unknown, where: string): void {
  refuseTooManyMessages(update, where);
  const problem = rules.updateProblem(update);
  if (problem !== undefined) throw new HttpError('invalid', `${where}.${problem}`);
}
