import { MEMORY_PATH } from '#contract/names';

import { isUnique, type Note } from './notes.ts';
import type { PlannedCall } from './transcript.ts';

/** Writes the whole file: when there is none yet, or no single passage can be quoted. */
export function writeAll(text: string): PlannedCall {
  return { name: 'write_file', args: { file_path: MEMORY_PATH, content: text } };
}

/** Adds lines at the end, by way of the last line, so that lines added elsewhere stay. */
export function addLines(memory: string | undefined, facts: readonly string[]): PlannedCall {
  const added = facts.map((fact) => `- ${fact}`);
  if (memory === undefined) return writeAll(`${added.join('\n')}\n`);
  if (memory === '') return edit('', `${added.join('\n')}\n`);
  const last = memory.split('\n').findLast((line) => line.trim() !== '');
  if (last === undefined) return writeAll(`${memory}${added.join('\n')}\n`);
  const ending = last.endsWith('\r') ? '\r' : '';
  const grown = [last, ...added.map((line) => line + ending)].join('\n');
  return editLine(memory, last, grown);
}

/** Most edits of one answer. More lines than that are changed by writing the whole file at once. */
const MAX_EDITS = 8;

/** Puts new facts in the places of remembered ones, keeping each line's own bullet and ending. */
export function replaceFacts(
  memory: string,
  notes: readonly Note[],
  newFactOf: (note: Note) => string,
): PlannedCall[] {
  const newLineOf = (note: Note) => {
    const start = note.line.lastIndexOf(note.fact);
    const [before, after] = [note.line.slice(0, start), note.line.slice(start + note.fact.length)];
    return before + newFactOf(note) + after;
  };
  if (notes.length <= MAX_EDITS)
    return notes.map((note) => editLine(memory, note.line, newLineOf(note)));
  const newLines = new Map(notes.map((note) => [note.line, newLineOf(note)]));
  const lines = memory.split('\n').map((line) => newLines.get(line) ?? line);
  return [writeAll(lines.join('\n'))];
}

/** Removes lines and their line breaks. */
export function removeLines(memory: string, notes: readonly Note[]): PlannedCall[] {
  if (notes.length <= MAX_EDITS) return notes.map((note) => removeLine(memory, note));
  const gone = new Set(notes.map(({ line }) => line));
  const left = memory.split('\n').filter((line) => !gone.has(line));
  return [writeAll(left.join('\n'))];
}

function removeLine(memory: string, { line }: Note): PlannedCall {
  const passages: [string, string][] = [
    [`${line}\n`, ''],
    [`\n${line}\n`, '\n'],
    [`\n${line}`, ''],
    [line, ''],
  ];
  return firstUnique(memory, passages) ?? writeAll(withoutFirst(memory, line));
}

function editLine(memory: string, line: string, newLine: string): PlannedCall {
  const passages: [string, string][] = [
    [line, newLine],
    [`${line}\n`, `${newLine}\n`],
    [`\n${line}\n`, `\n${newLine}\n`],
    [`\n${line}`, `\n${newLine}`],
  ];
  const lines = memory.split('\n');
  const at = lines.lastIndexOf(line);
  return firstUnique(memory, passages) ?? writeAll(lines.with(at, newLine).join('\n'));
}

function firstUnique(memory: string, passages: [string, string][]): PlannedCall | undefined {
  const found = passages.find(
    ([passage]) => isUnique(memory, passage) && endsWhereLinesEnd(memory, passage),
  );
  return found && edit(...found);
}

/** Whether the one place where a passage occurs is whole lines, not the inside of a longer one. */
function endsWhereLinesEnd(memory: string, passage: string): boolean {
  const start = memory.indexOf(passage);
  const end = start + passage.length;
  const opens = start === 0 || memory[start - 1] === '\n' || passage.startsWith('\n');
  const closes = end === memory.length || memory[end] === '\n' || passage.endsWith('\n');
  return opens && closes;
}

function withoutFirst(memory: string, line: string): string {
  const lines = memory.split('\n');
  return lines.toSpliced(lines.indexOf(line), 1).join('\n');
}

function edit(oldText: string, newText: string): PlannedCall {
  return {
    name: 'edit_file',
    args: { file_path: MEMORY_PATH, old_string: oldText, new_string: newText },
  };
}
