import { diffArrays } from 'diff';

import { applyChange, type Applied, type MemoryChange, type Refusal, refusal } from './change.ts';
import { quoted } from './lines.ts';
import { mergeTexts } from './merge-texts.ts';

/** Most lines of difference between two texts that are looked at: the time grows with its square. */
const MAX_CHANGED_LINES = 2000;

/**
 * Makes a change that was decided on when the file read `base` to a file that reads otherwise now,
 * or refuses where that would touch other text than was decided on. An edit needs every line that it
 * touches to stand unchanged; a whole text is merged by lines. Pure.
 */
export function rebase(
  base: string,
  current: string | undefined,
  change: MemoryChange,
): Applied | Refusal {
  const made = applyChange(base, null, unbased(change), undefined);
  if ('refused' in made) return made;
  if (change.kind === 'edit') {
    const text = current === undefined ? undefined : editElsewhere(base, current, change);
    return text === undefined ? movedOn([]) : { text, occurrences: made.occurrences };
  }
  const merged =
    made.text === undefined || current === undefined
      ? undefined
      : mergeTexts(base, current, made.text);
  return merged === undefined ? movedOn([]) : { text: merged, occurrences: 1 };
}

/** Says so, and what stands in that place now, as far as that is known. */
export function movedOn(standing: readonly string[]): Refusal {
  const now = standing.length === 0 ? '' : ` That place now reads:\n${quoted(standing)}\n`;
  return refusal(
    'changed-meanwhile',
    `The memory file was changed meanwhile, in the place of this change; nothing was written.${now || ' '}The text at the end of your system prompt is the current one: if the change is still wanted, make it to that text.`,
  );
}

/** What a change makes of the very text that it was based on. */
function unbased(change: MemoryChange): MemoryChange {
  return change.kind === 'edit' ? change : { ...change, basedOn: null };
}

/** The edit, passage by passage, where its lines stand now; undefined when one does not. */
function editElsewhere(
  base: string,
  current: string,
  { oldText, newText }: Extract<MemoryChange, { kind: 'edit' }>,
): string | undefined {
  if (oldText === '') return undefined;
  const places = keptPlaces(base.split('\n'), current.split('\n'));
  if (places === undefined) return undefined;
  const [before, after] = [lineStarts(base), lineStarts(current)];
  let result = '';
  let done = 0;
  for (let at = base.indexOf(oldText); at >= 0; at = base.indexOf(oldText, at + oldText.length)) {
    const first = lineAt(before, at);
    const last = lineAt(before, at + oldText.length - 1);
    const place = places[first];
    if (place === undefined) return undefined;
    for (let line = first; line <= last; line += 1)
      if (places[line] !== place + line - first) return undefined;
    const start = (after[place] ?? 0) + at - (before[first] ?? 0);
    // A line that has come to be the last has lost its end.
    if (!current.startsWith(oldText, start)) return undefined;
    result += current.slice(done, start) + newText;
    done = start + oldText.length;
  }
  return result + current.slice(done);
}

/** For each line of `older` its place in `newer`, or undefined where it is not (so) there. */
function keptPlaces(
  older: readonly string[],
  newer: readonly string[],
): (number | undefined)[] | undefined {
  const parts = diffArrays([...older], [...newer], { maxEditLength: MAX_CHANGED_LINES });
  // Past its bound the library gives none.
  if (parts === undefined) return undefined;
  const places: (number | undefined)[] = [];
  let at = 0;
  for (const { added, removed, count } of parts) {
    for (let step = 0; step < count; step += 1)
      if (!added) places.push(removed ? undefined : at + step);
    if (!removed) at += count;
  }
  return places;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line that holds a place of the text, found by halves: a change may touch every line. */
function lineAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
