import { createLowlight } from 'lowlight';

import { GRAMMARS } from './grammars';
import type { Language } from './languages';

/** A stretch of code of one kind, such as `keyword`; undefined for what has no kind. */
export interface Run {
  readonly kind: string | undefined;
  readonly text: string;
}

const lowlight = createLowlight(GRAMMARS);

type Tree = ReturnType<typeof lowlight.highlight>;
type Node = Tree['children'][number];
type Element = Extract<Node, { type: 'element' }>;

/** Code in runs of one kind each. Throws when the highlighter gives up on it. */
export function codeRuns(code: string, language: Language): readonly Run[] {
  const runs: Run[] = [];
  // The kind of a text is that of the innermost element around it.
  const walk = (nodes: readonly Node[], kind: string | undefined): void => {
    for (const node of nodes)
      if (node.type === 'text') add(runs, { kind, text: node.value });
      else if (node.type === 'element') walk(node.children, kindOf(node) ?? kind);
  };
  walk(lowlight.highlight(language, code).children, undefined);
  return runs;
}

/** Neighbours of one kind are one run, so that a view has few parts. */
function add(runs: Run[], { kind, text }: Run): void {
  const before = runs.at(-1);
  if (before !== undefined && before.kind === kind)
    runs[runs.length - 1] = { kind, text: before.text + text };
  else runs.push({ kind, text });
}

function kindOf({ properties }: Element): string | undefined {
  const { className } = properties;
  const [name] = Array.isArray(className) ? className : [];
  return /^hljs-([\w-]+)/.exec(String(name))?.[1];
}
