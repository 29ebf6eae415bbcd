import type { MatchCondition } from '@langchain/langgraph-checkpoint';
import { StorageError } from './storage-error.ts';

/** Throws `invalid` unless it is a list of labels: non-empty, well-formed, without `.`, `:` or NUL. */
export function checkNamespace(namespace: unknown): asserts namespace is string[] {
  if (!Array.isArray(namespace)) throw invalid('A namespace is a list of labels.');
  for (const label of namespace as unknown[])
    if (typeof label !== 'string' || !/^[^.:\0]+$/.test(label) || !label.isWellFormed())
      throw invalid(
        `Not a namespace label: ${JSON.stringify(label)}. A label is a non-empty string without "." or ":".`,
      );
}

/** Throws `invalid` unless the key is a string that can be stored as it is. */
export function checkKey(key: unknown): asserts key is string {
  if (typeof key !== 'string' || !key.isWellFormed())
    throw invalid(`Not a key of a stored item: ${JSON.stringify(key)}.`);
}

export function invalid(message: string): StorageError {
  return new StorageError('invalid', message);
}

/** Whether a namespace meets every condition; `*` stands for any one label. */
export function meets(
  namespace: readonly string[],
  conditions: readonly MatchCondition[],
): boolean {
  return conditions.every(({ matchType, path }) => {
    const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
    return (
      path.length <= namespace.length &&
      path.every((label, index) => label === '*' || label === namespace[start + index])
    );
  });
}

/** What every namespace that meets the conditions begins with: nothing else has to be looked at. */
export function commonStart(conditions: readonly MatchCondition[]): string[] {
  const [prefix] = conditions.filter(({ matchType }) => matchType === 'prefix');
  const path = prefix?.path ?? [];
  const wildcard = path.indexOf('*');
  return path.slice(0, wildcard === -1 ? undefined : wildcard);
}

/** Orders namespaces label by label, a parent before its children. */
export function compareNamespaces(a: readonly string[], b: readonly string[]): number {
  for (const [index, label] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (label !== other) return label < other ? -1 : 1;
  }
  return a.length - b.length;
}
