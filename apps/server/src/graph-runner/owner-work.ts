import type { OwnerWork } from '#graph/work/owner-work';

import { Documents } from '../documents/owner-documents.ts';
import type { Storage } from '../storage/storage.ts';

/** An owner's work records and documents, as a run of that owner is handed them. */
export function workOf(
  { records, documents }: Pick<Storage, 'records' | 'documents'>,
  owner: string,
): OwnerWork {
  return {
    records: (kind) => records.of(kind, owner),
    documents: new Documents(documents, owner),
  };
}
