/** A stretch of code of one kind, such as `keyword`; undefined for what has no kind. */
export interface Run {
  readonly kind: string | undefined;
  readonly text: string;
}

const PART = /<span class="([^"]*)">|<\/span>|&(?:amp|lt|gt|quot|#x27);|[^<&]+/g;

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * The highlighter's markup as runs of text, so that none of it is ever given to the page as HTML;
 * undefined unless the runs are the code, character by character. Pure.
 */
export function highlightedRuns(markup: string, code: string): readonly Run[] | undefined {
  const runs: Run[] = [];
  const open: (string | undefined)[] = [];
  for (const [part, names] of markup.matchAll(PART)) {
    if (names !== undefined) open.push(kindOf(names) ?? open.at(-1));
    else if (part === '</span>') open.pop();
    else add(runs, { kind: open.at(-1), text: CHARACTERS[part] ?? part });
  }
  return runs.map(({ text }) => text).join('') === code ? runs : undefined;
}

function add(runs: Run[], { kind, text }: Run): void {
  const before = runs.at(-1);
  if (before?.kind === kind && before !== undefined)
    runs[runs.length - 1] = { kind, text: before.text + text };
  else runs.push({ kind, text });
}

function kindOf(names: string): string | undefined {
  return /^hljs-([\w-]+)/.exec(names)?.[1];
}
