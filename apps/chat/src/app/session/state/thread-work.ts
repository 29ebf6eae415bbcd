import { isObject } from '#contract/shape';

import type { Update } from './updates';

/** One step of the agent's plan. */
export interface Todo {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** A file of this conversation alone. The memory file is none of them: it lives in the store. */
export interface ThreadFile {
  readonly path: string;
  readonly text: string;
  /** ISO 8601; undefined when the agent's tools have not said. */
  readonly changedAt: string | undefined;
}

/** What the agent works with in a conversation, beside what is said. */
export interface ThreadWork {
  readonly todos: readonly Todo[];
  /** By path, in the order of their paths. */
  readonly files: readonly ThreadFile[];
}

export const NO_WORK: ThreadWork = { todos: [], files: [] };

/** What a thread's state holds of it. */
export function workOf(values: Update): ThreadWork {
  return receiveWork(NO_WORK, values);
}

/** What it is after a node has written. Pure; the very same when nothing of it was written. */
export function receiveWork(work: ThreadWork, update: Update): ThreadWork {
  const { files, todos } = update;
  if (todos === undefined && files === undefined) return work;
  return {
    todos: Array.isArray(todos) ? todos.flatMap(readTodo) : work.todos,
    files: isObject(files) ? mergedFiles(work.files, files) : work.files,
  };
}

const STATUSES: readonly unknown[] = ['pending', 'in_progress', 'completed'];

function readTodo(value: unknown): Todo[] {
  if (!isObject(value)) return [];
  const { content, status } = value;
  if (typeof content !== 'string' || !STATUSES.includes(status)) return [];
  return [{ text: content, status: status as Todo['status'] }];
}

/** A file that is written as null is gone. */
function mergedFiles(before: readonly ThreadFile[], written: Update): readonly ThreadFile[] {
  const files = new Map(before.map((file) => [file.path, file]));
  for (const [path, value] of Object.entries(written)) {
    const file = readFile(path, value);
    if (file === undefined) files.delete(path);
    else files.set(path, file);
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function readFile(path: string, value: unknown): ThreadFile | undefined {
  if (!isObject(value)) return undefined;
  const { content, modified_at: changedAt } = value;
  const text = Array.isArray(content) ? content.join('\n') : content;
  if (typeof text !== 'string') return undefined;
  return { path, text, changedAt: typeof changedAt === 'string' ? changedAt : undefined };
}
