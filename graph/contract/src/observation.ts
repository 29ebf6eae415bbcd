import { MEMORY_EVENT, MEMORY_PATH, MEMORY_PHASES, type MemoryPhase } from './names.ts';
import { isScope, type MemoryScope } from './scope.ts';
import { textProblem } from './text.ts';

/** What one read of the store found: `{}` when the file is missing, its literal text when present. */
export type MemoryContents = Readonly<{ [MEMORY_PATH]?: string }>;

/** One observation of the memory store by a run. */
export interface MemoryObservation {
  readonly memory_contents: MemoryContents;
  readonly memory_scope_owner: MemoryScope;
  readonly phase: MemoryPhase;
}

/** The custom event as it travels on a run's stream. */
export interface MemoryEvent {
  readonly name: typeof MEMORY_EVENT;
  readonly data: MemoryObservation;
}

/** Whether a custom event claims to be a memory observation, valid or not. Never throws. */
export function isMemoryEvent(
  event: unknown,
): event is { name: typeof MEMORY_EVENT; data: unknown } {
  try {
    return ownData(event)?.get('name') === MEMORY_EVENT;
  } catch {
    // A proxy that throws claims nothing that could be shown.
    return false;
  }
}

/** A frozen copy of a valid observation, or undefined. Never throws, whatever it is given. */
export function parseObservation(value: unknown): MemoryObservation | undefined {
  try {
    const fields = ownData(value);
    if (fields?.size !== 3) return undefined;
    const contents = parseContents(fields.get('memory_contents'));
    const owner = fields.get('memory_scope_owner');
    const phase = MEMORY_PHASES.find((known) => known === fields.get('phase'));
    if (contents === undefined || !isScope(owner) || phase === undefined) return undefined;
    return Object.freeze({ memory_contents: contents, memory_scope_owner: owner, phase });
  } catch {
    // Hostile objects (throwing proxies, revoked ones) are invalid evidence, never an error.
    return undefined;
  }
}

/** A frozen copy of valid contents, or undefined. Never throws. */
export function parseContents(value: unknown): MemoryContents | undefined {
  try {
    const fields = ownData(value);
    if (fields === undefined) return undefined;
    if (fields.size === 0) return Object.freeze({});
    const text = fields.get(MEMORY_PATH);
    if (fields.size !== 1 || typeof text !== 'string' || textProblem(text)) return undefined;
    return Object.freeze({ [MEMORY_PATH]: text });
  } catch {
    return undefined;
  }
}

/**
 * Own, enumerable data properties under string keys of a plain object; undefined for anything else.
 * Values are read from the descriptors, so no getter ever runs.
 */
function ownData(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return undefined;
  const fields = new Map<string, unknown>();
  for (const key of Reflect.ownKeys(value)) {
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    if (typeof key !== 'string' || !descriptor?.enumerable || !('value' in descriptor))
      return undefined;
    fields.set(key, descriptor.value);
  }
  return fields;
}
