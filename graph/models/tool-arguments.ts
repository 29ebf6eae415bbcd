export type ReadArguments =
  | { readonly kind: 'whole'; readonly args: Record<string, unknown> }
  /** They end before they are complete: nothing may be done with them. */
  | { readonly kind: 'cut' }
  /** They are complete, and no JSON object. */
  | { readonly kind: 'malformed' };

const MALFORMED: ReadArguments = { kind: 'malformed' };

/**
 * Reads the arguments of a tool call as a provider sent them. Forms that models are known to send and
 * that can mean one thing only are understood: none at all, an object within a code fence, a JSON text
 * within a JSON string, commas before a closing bracket, line breaks and tabs as such within strings.
 * What ends too early is never completed: a guess could overwrite what a person keeps.
 */
export function readToolArguments(raw: string): ReadArguments {
  const text = withoutFence(raw.trim());
  if (text === '') return { kind: 'whole', args: {} };
  const value = parse(text);
  if (typeof value === 'string' && value.trimStart().startsWith('{'))
    return asObject(parse(value) ?? NOTHING, value);
  return asObject(value ?? NOTHING, text);
}

/** Stands for a text that is no JSON: JSON has no such value. */
const NOTHING = Symbol('no JSON');

function asObject(value: unknown, text: string): ReadArguments {
  if (value === NOTHING) return scan(text).whole ? MALFORMED : { kind: 'cut' };
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? { kind: 'whole', args: value as Record<string, unknown> } : MALFORMED;
}

/** The value of a JSON text, forgiving what `scan` mends; undefined when it is none. */
function parse(text: string): unknown {
  for (const candidate of [text, scan(text).mended]) {
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // Told by the caller, as cut or as malformed.
    }
  }
  return undefined;
}

function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```') || text.length < 6) return text;
  const lineEnd = text.indexOf('\n');
  return lineEnd < 0 ? text : text.slice(lineEnd + 1, -3).trim();
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Walks through a JSON text once: escapes line breaks and tabs within strings, leaves out commas
 * before a closing bracket, and tells whether every string and bracket is closed.
 */
function scan(text: string): { readonly mended: string; readonly whole: boolean } {
  let mended = '';
  let pending = '';
  let depth = 0;
  let inString = false;
  let escaped = false;
  for (const char of text) {
    if (inString) {
      mended += escaped ? char : (ESCAPES[char] ?? char);
      inString = escaped || char !== '"';
      escaped = !escaped && char === '\\';
      continue;
    }
    if (char === ',' || (pending !== '' && /\s/.test(char))) {
      mended += pending.startsWith(',') && char === ',' ? pending : '';
      pending = char === ',' ? ',' : pending + char;
      continue;
    }
    if (char === '}' || char === ']') depth -= 1;
    else mended += pending;
    pending = '';
    if (char === '{' || char === '[') depth += 1;
    inString = char === '"';
    mended += char;
  }
  return { mended: mended + pending, whole: !inString && depth <= 0 };
}
