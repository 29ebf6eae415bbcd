import { HttpError } from '../http/http-error.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';
import type { JsonObject, Storage } from '../storage/storage.ts';

/** Throws HttpError `too-many` when the owner has as many threads as one may have. */
export async function refuseMoreThreads(
  { threads }: Pick<Storage, 'threads'>,
  owner: string,
): Promise<void> {
  const { threadsPerOwner } = REQUEST_LIMITS;
  if ((await threads.count(owner, {})) >= threadsPerOwner)
    throw new HttpError(
      'too-many',
      `You have ${threadsPerOwner.toLocaleString('en')} conversations, which is the most there can be. Delete some, then go on.`,
    );
}

/** What a change leaves of a thread's metadata. Throws HttpError `too-large`. */
export function refuseLargeMetadata(metadata: JsonObject): void {
  const { metadataBytes } = REQUEST_LIMITS;
  if (JSON.stringify(metadata).length > 2 * metadataBytes)
    throw new HttpError(
      'too-large',
      `The conversation's metadata would have more than ${(2 * metadataBytes).toLocaleString('en')} characters of JSON. Set fields that are no longer wanted to null.`,
    );
}
