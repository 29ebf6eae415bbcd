import type { JsonObject } from '../storage/storage.ts';

/** Whether a value is a JSON object: neither null nor an array. */
export function isPlainJson(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
