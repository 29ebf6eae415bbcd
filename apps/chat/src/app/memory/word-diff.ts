import { diffWordsWithSpace } from 'diff';

export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Bounds of a comparison, so that two large texts never stop the page. */
const LIMITS = { maxEditLength: 4_000, timeout: 400 } as const;

/**
 * How one text became the other, by words, white space included; undefined when they differ too much
 * to compare in good time. Pure.
 */
export function wordDiff(before: string, after: string): readonly DiffPart[] | undefined {
  return diffWordsWithSpace(before, after, LIMITS)?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
