import { TASKS, type TaskCall } from './tasks.ts';

/** What a thread of the pool does for each call. */
export default function perform({ name, args }: TaskCall): unknown {
  const task = TASKS[name] as (...given: readonly unknown[]) => unknown;
  return task(...args);
}
