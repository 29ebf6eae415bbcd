import { TransportError } from '../../transport/transport-error';
import type { MemoryApi } from './memory-api';

/** The text of a revision, null where it erased the file; undefined when it is not kept any more. */
export async function keptTextOf(
  api: Pick<MemoryApi, 'readRevision'>,
  revision: number,
): Promise<string | null | undefined> {
  try {
    return (await api.readRevision(revision)).text;
  } catch (error) {
    if (error instanceof TransportError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
