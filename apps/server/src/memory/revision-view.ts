import type { RevisionSummary, RevisionView } from '#contract/memory-api';
import type { MemoryRevision } from '#contract/revision';
import { KEPT_REVISIONS } from '#graph/memory/revisions';

import { HttpError } from '../http/http-error.ts';

/** An HttpError for a revision that cannot be given. */
export function notKept(number: number): HttpError {
  return new HttpError(
    'not-found',
    `There is no revision ${number} of your memory: it was never written, was wiped, or is older than the newest ${KEPT_REVISIONS}, which are kept.`,
  );
}

/** A revision as the API tells it. The owner's scope is a key: no reply repeats it. */
export function viewOf(revision: MemoryRevision): RevisionView {
  return { ...summaryOf(revision), text: revision.text };
}

export function summaryOf(revision: MemoryRevision): RevisionSummary {
  const { number, written_at, author, bytes, sha256, lines } = revision;
  return { number, written_at, author, bytes, sha256, ...(lines && { lines }) };
}
