import { memoryNamespace } from '#contract/names';
import type { BaseStore } from '@langchain/langgraph-checkpoint';

interface NamespaceQuery {
  readonly prefix?: readonly string[] | null | undefined;
  readonly suffix?: readonly string[] | null | undefined;
  readonly max_depth?: number | null | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The owner's namespaces: below the given prefix, or below each of the two that are its own. */
export async function listOwnNamespaces(
  store: BaseStore,
  owner: string,
  query: NamespaceQuery,
): Promise<string[][]> {
  const prefixes = query.prefix?.length ? [query.prefix] : [memoryNamespace(owner), [owner]];
  const end = query.offset + query.limit;
  const found: string[][] = [];
  for (const prefix of prefixes) {
    const page = await store.listNamespaces({
      prefix: [...prefix],
      ...(query.suffix?.length && { suffix: [...query.suffix] }),
      ...(query.max_depth != null && { maxDepth: query.max_depth }),
      limit: end,
    });
    found.push(...page);
  }
  return found.slice(query.offset, end);
}
