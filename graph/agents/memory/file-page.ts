import type { ReadRawResult, ReadResult } from 'deepagents';

/** Most bytes of UTF-8 that one page of a file holds, and most characters of a line in it. */
const PAGE_BYTES = 15_000;
const LINE_LENGTH = 3_000;

/** Lines of a page where the model names no number. */
const DEFAULT_LINES = 100;

/**
 * One page of a text file: at most so many lines and so many bytes, with the place where the next one
 * begins. A line too long for a page counts as several, each cut between characters, so that every
 * part of a file can be reached. Undefined for what is no text, or empty, or past the end.
 */
export function pageOf(
  { data }: ReadRawResult,
  offset = 0,
  limit = DEFAULT_LINES,
): ReadResult | undefined {
  const text = textOf(data?.content);
  if (text === undefined || text.trim() === '') return undefined;
  const lines = text.replace(/\n$/, '').split('\n').flatMap(folded);
  const start = Math.max(0, Math.trunc(offset));
  const selected = withinBytes(lines.slice(start, start + Math.max(0, Math.trunc(limit))));
  if (selected.length === 0) return undefined;
  const end = start + selected.length;
  return {
    content: selected.join('\n'),
    mimeType: 'text/plain',
    totalLines: lines.length,
    startLine: start + 1,
    endLine: end,
    ...(end < lines.length && { nextOffset: end }),
  };
}

function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  const isLines = Array.isArray(content) && content.every((line) => typeof line === 'string');
  return isLines ? content.join('\n') : undefined;
}

/** A line in pieces of bounded length. */
function folded(line: string): string[] {
  if (line.length <= LINE_LENGTH) return [line];
  const points = Array.from(line);
  return Array.from({ length: Math.ceil(points.length / LINE_LENGTH) }, (_, at) =>
    points.slice(at * LINE_LENGTH, (at + 1) * LINE_LENGTH).join(''),
  );
}

function withinBytes(lines: readonly string[]): string[] {
  let bytes = 0;
  const kept: string[] = [];
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > PAGE_BYTES) break;
    kept.push(line);
  }
  return kept;
}

/** A list of finds, cut after as many whole lines as a page holds, with a word on the rest. */
export function withinPage(text: string): string {
  if (Buffer.byteLength(text) <= PAGE_BYTES) return text;
  const lines = text.split('\n').flatMap(folded);
  const kept = withinBytes(lines);
  const left = lines.length - kept.length;
  return `${kept.join('\n')}\n(${left} more lines are left out: look for something more special, or in one folder.)`;
}
