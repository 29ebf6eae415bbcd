/** Stands for a tab while a text is read: a code point that no text may hold. */
const STAND_IN = '\ufdd0';

const FENCE = /^([ \t>]*)(`{3,}|~{3,})/;

/**
 * The text with something in place of the tabs of fenced code. The parser puts spaces there where
 * the code stands in a list, and a Makefile does not work with them.
 */
export function withoutCodeTabs(text: string): string {
  if (!text.includes('\t') || text.includes(STAND_IN)) return text;
  let fence: { readonly indent: number; readonly sign: string } | undefined;
  const lines = text.split('\n').map((line) => {
    const found = FENCE.exec(line);
    if (fence === undefined) {
      if (found) fence = { indent: found[1]?.length ?? 0, sign: found[2] ?? '' };
      return line;
    }
    if (found?.[2]?.startsWith(fence.sign)) {
      fence = undefined;
      return line;
    }
    const { indent } = fence;
    return line.slice(0, indent) + line.slice(indent).replaceAll('\t', STAND_IN);
  });
  return lines.join('\n');
}

/** What was read of such a text, with the tabs back in every string of it. */
export function withCodeTabs<T>(read: T): T {
  return restored(read) as T;
}

function restored(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(STAND_IN, '\t');
  if (Array.isArray(value)) return value.map(restored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, restored(each)]));
}
