import { isScope, type MemoryScope } from '#contract/scope';

/** Two owners of a memory, for tests. */
export const ANNA = scope('3f2b8a54-6c1e-4d8e-9a77-0123456789ab');
export const BEN = scope('4f2b8a54-6c1e-4d8e-9a77-0123456789ab');

function scope(text: string): MemoryScope {
  if (!isScope(text)) throw new Error(`${text} is no scope.`);
  return text;
}
