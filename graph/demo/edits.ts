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

/** Puts a new fact in the place of a remembered one, keeping the line's own bullet and ending. */
export function replaceFact(memory: string, { line, fact }: Note, newFact: string): PlannedCall {
  const start = line.lastIndexOf(fact);
  return editLine(memory, line, line.slice(0, start) + newFact + line.slice(start + fact.length));
}

/** Removes a line and its line break. */
export function removeLine(memory: string, { line }: Note): PlannedCall {
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
