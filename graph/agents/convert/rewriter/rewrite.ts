import type { LedgerEntry, OutFile, SourceFile } from '#contract/convert';

import { outNameOf } from '../out-name.ts';
import { todoComment, todosIn } from '../todo.ts';

/** What the fixed rules make of the sources. */
export interface Rewrite {
  readonly files: OutFile[];
  readonly ledger: LedgerEntry[];
}

/**
 * Converts Selenium sources by fixed rules. What no rule covers stays in its place as a comment that
 * begins with TODO(review), and stands in the ledger.
 */
export function rewrite(sources: readonly SourceFile[], conventions: readonly string[]): Rewrite {
  const files = sources.map(leaveOpen);
  const rules = conventions.map((rule): LedgerEntry => ({
    file: files[0]?.name ?? '',
    line: 1,
    kind: 'rule',
    reason: `The fixed rules do not understand this instruction: ${rule}`,
  }));
  return { files, ledger: [...files.flatMap(todosIn), ...rules] };
}

/** A file of which nothing could be converted: its text as comments. */
function leaveOpen({ name, text }: SourceFile): OutFile {
  const lines = text.split(/\r?\n/).map((line) => `// ${line}`.trimEnd());
  const head = todoComment('No fixed rule converts this file.');
  return { name: outNameOf(name), text: `${head}\n${lines.join('\n')}\n` };
}
