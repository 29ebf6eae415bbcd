import { toTransportError } from '../../transport/transport-error';

/** What went wrong with a call on the memory, as a sentence for the person. */
export function problemOf(error: unknown): string {
  return toTransportError(error).message;
}
