import type { Refusal, RefusalKind } from '#graph/memory/change';

import { HttpError, type HttpErrorKind } from '../http/http-error.ts';

/** What each refusal of the gate is to a client; all but a lost race are about the text itself. */
const REFUSALS: Readonly<Record<RefusalKind, HttpErrorKind>> = {
  'changed-meanwhile': 'conflict',
  'drops-lines': 'conflict',
  'breaks-line': 'invalid',
  'not-read': 'conflict',
  'not-found': 'not-found',
  ambiguous: 'invalid',
  'too-large': 'too-large',
  'ill-formed': 'invalid',
  secret: 'invalid',
};

/** A refusal of the gate as an error of the API, with the gate's own sentence. */
export function refusedByGate({ refused, reason }: Refusal): HttpError {
  return new HttpError(REFUSALS[refused], reason);
}
