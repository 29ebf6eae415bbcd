import { unquote } from './value.ts';

/** A pattern that finds a constant text anywhere, as code; undefined when the text is no constant. */
export function textPattern(code: string): string | undefined {
  const text = unquote(code);
  return text === undefined ? undefined : `/${escapePattern(text)}/`;
}

/** A text as it stands in a pattern. */
export function escapePattern(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
