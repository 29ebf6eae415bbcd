import type { PassageIndex } from './passage-index.ts';
import { bestFirst, recall, type Recalled, type RecallSettings } from './recall.ts';

/** How little the exact rank of a passage counts: the higher, the more its being found at all does. */
const RANK_OFFSET = 10;
/** Passages of each wording that are looked at, for each one that is wanted in the end. */
const DEPTH = 3;

/**
 * The passages that most probably answer a question that is worded in several ways, best first: those
 * that stand high for many of the wordings (reciprocal rank fusion).
 */
export function recallAny(
  index: PassageIndex,
  wordings: readonly string[],
  limit: number,
  settings: RecallSettings = {},
): Recalled[] {
  const [only, ...others] = wordings;
  if (only !== undefined && others.length === 0) return recall(index, only, limit, settings);
  const fused = new Map<string, Recalled>();
  for (const wording of wordings)
    for (const [rank, each] of recall(index, wording, limit * DEPTH, settings).entries()) {
      const key = `${each.thread} ${each.place}`;
      const score = (fused.get(key)?.score ?? 0) + 1 / (RANK_OFFSET + rank);
      fused.set(key, { ...each, score });
    }
  return [...fused.values()].sort(bestFirst).slice(0, limit);
}
