import type { LedgerEntry, OutFile } from '#contract/convert';

import { mergeRegions } from '#graph/memory/merge-texts';

export interface Carried {
  readonly files: readonly OutFile[];
  /** Places where an edit and the new version both changed the same lines. */
  readonly notes: readonly LedgerEntry[];
}

/**
 * Carries what was edited in the previous turn's files over to what the fixed rules make now.
 * `before` is what they had made of the previous turn. Where both changed the same lines the edit
 * stays, and a note says so.
 */
export function carryEdits(
  baseline: readonly OutFile[],
  before: readonly OutFile[],
  now: readonly OutFile[],
): Carried {
  const edited = new Map(baseline.map(({ name, text }) => [name, text]));
  const made = new Map(before.map(({ name, text }) => [name, text]));
  const merged = now.map((file): Carried => {
    const [mine, base] = [edited.get(file.name), made.get(file.name)];
    if (mine === undefined || base === undefined || mine === base)
      return { files: [file], notes: [] };
    return merge(file, mine, base);
  });
  return {
    files: merged.flatMap(({ files }) => files),
    notes: merged.flatMap(({ notes }) => notes),
  };
}

function merge({ name, text }: OutFile, mine: string, base: string): Carried {
  const regions = mergeRegions(base, mine, text);
  const lines: string[] = [];
  const notes: LedgerEntry[] = [];
  const note = () =>
    notes.push({
      file: name,
      line: lines.length + 1,
      kind: 'rule',
      reason: 'An edit by hand stands where the new version differs; the edit was kept.',
    });
  if (regions === undefined) {
    note();
    return { files: [{ name, text: mine }], notes };
  }
  for (const { ok, conflict } of regions) {
    if (conflict !== undefined) note();
    lines.push(...(ok ?? conflict?.a ?? []));
  }
  return { files: [{ name, text: lines.join('\n') }], notes };
}
