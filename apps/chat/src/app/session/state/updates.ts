import { isObject } from '#contract/shape';

/** What one node of the graph has written: values of the state, by their keys. */
export type Update = Readonly<Record<string, unknown>>;

/** What a step has written, as an `updates` event tells it: by node, several in a list. */
export function updatesOf(data: unknown): readonly Update[] {
  return isObject(data) ? Object.values(data).flat().filter(isObject) : [];
}
