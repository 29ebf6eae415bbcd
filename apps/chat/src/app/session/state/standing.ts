import { STANDING_KEY } from '#contract/standing';

/** The standing instructions that a thread's state holds, in their order. */
export function standingOf(values: Readonly<Record<string, unknown>>): readonly string[] {
  const list = values[STANDING_KEY];
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
}
