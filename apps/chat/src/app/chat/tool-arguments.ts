import { MEMORY_PATH } from '#contract/names';
import { isObject } from '#contract/shape';

import { type ToolCall } from '../session/state/message';

/** Argument names that say what a tool works on, the telling ones first. */
const TARGET_ARGUMENTS = ['file_path', 'path', 'pattern', 'query', 'description', 'url'] as const;

type Arguments = Readonly<Record<string, unknown>>;

/** A call's arguments; undefined while they are incomplete, or when they were cut short. */
export function argumentsOf(argumentsText: string): Arguments | undefined {
  try {
    const parsed: unknown = JSON.parse(argumentsText);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    // Arguments still arriving are no JSON yet.
    return undefined;
  }
}

/** What a call works on, read from its arguments; empty while they are incomplete. */
export function targetOf(argumentsText: string): string {
  const given = argumentsOf(argumentsText) ?? {};
  const { queries } = given;
  if (Array.isArray(queries)) return queries.filter((each) => typeof each === 'string').join(' · ');
  const name = TARGET_ARGUMENTS.find((each) => typeof given[each] === 'string');
  return name === undefined ? '' : String(given[name]);
}

/** What a call asks to change in the memory. */
export type MemoryWrite =
  /** One text in place of another. */
  | { readonly kind: 'edit'; readonly before: string; readonly after: string }
  /** The whole file anew. */
  | { readonly kind: 'whole'; readonly after: string };

/** What a call asks to change in the memory; undefined for every other call. */
export function memoryWriteOf({ argumentsText, name }: ToolCall): MemoryWrite | undefined {
  const given = argumentsOf(argumentsText);
  if (given === undefined || (given['file_path'] ?? given['path']) !== MEMORY_PATH)
    return undefined;
  const { content, new_string: after, old_string: before } = given;
  if (name === 'write_file' && typeof content === 'string')
    return { kind: 'whole', after: content };
  if (name === 'edit_file' && typeof before === 'string' && typeof after === 'string')
    return { kind: 'edit', before, after };
  return undefined;
}
