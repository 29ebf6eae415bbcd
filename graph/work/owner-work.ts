import type { LangGraphRunnableConfig } from '@langchain/langgraph';

import type { OwnerDocuments } from './documents.ts';
import type { RecordKind, WorkRecords } from './records.ts';

/** What a server hands to a run of its owner's work: no other owner's can be reached by it. */
export interface OwnerWork {
  records<T>(kind: RecordKind<T>): WorkRecords<T>;
  readonly documents: OwnerDocuments;
}

/** Where it stands in a run's `configurable`. No request can set a key that begins like this. */
export const OWNER_WORK_KEY = '__owner_work';

/** The work of the run's owner. Throws where a server hands none. */
export function ownerWork(config: LangGraphRunnableConfig): OwnerWork {
  const work: unknown = config.configurable?.[OWNER_WORK_KEY];
  if (work === undefined) throw new Error('This server keeps no work records for its graphs.');
  return work as OwnerWork;
}
