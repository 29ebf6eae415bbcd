import micromatch from 'micromatch';

import { rebase } from '../rebase.ts';
import { mergeTexts } from '../merge-texts.ts';
import { carryOrigins, traceOrigins } from '../provenance.ts';
import { applyWhole } from '../whole-write.ts';

/** Which of these names a glob pattern matches, each as it is told to the thread. */
function matchNames(pattern: string, names: readonly string[]): boolean[] {
  const matches = micromatch.matcher(pattern, { dot: true });
  return names.map((name) => matches(name));
}

/** What may take long for what one person sends, so that no event loop may wait for it. */
export const TASKS = {
  applyWhole,
  carryOrigins,
  rebase,
  matchNames,
  mergeTexts,
  traceOrigins,
};

export type Tasks = typeof TASKS;

/** One task as the thread is asked for it. */
export interface TaskCall<Name extends keyof Tasks = keyof Tasks> {
  readonly name: Name;
  readonly args: Parameters<Tasks[Name]>;
}
