import { isString } from './shape.ts';

/** Thread state: what the person wants observed in this one conversation, in the order given. */
export const STANDING_KEY = 'standing_instructions';

/** The tool by which the agent keeps and drops instructions. */
export const STANDING_TOOL = 'standing_instruction';

/** Most instructions of one conversation, and the greatest length of one in UTF-16 units. */
export const MAX_STANDING = 20;
export const MAX_STANDING_LENGTH = 500;

/** Why a value cannot be the list of standing instructions, as a sentence; undefined when it can. */
export function standingProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isString))
    return 'Standing instructions are a list of texts.';
  const list = tidyStanding(value);
  if (list.length > MAX_STANDING)
    return `A conversation has at most ${MAX_STANDING} standing instructions. Remove one first.`;
  if (list.some((text) => text.length > MAX_STANDING_LENGTH))
    return `A standing instruction has at most ${MAX_STANDING_LENGTH} characters. Shorten it.`;
  if (!list.every((text) => text.isWellFormed()))
    return 'A standing instruction holds half of a Unicode pair.';
  return undefined;
}

/** The list as it is kept: one line each, none empty, none twice (upper and lower case are the same). */
export function tidyStanding(list: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const each of list) {
    const text = each.replace(/[\s\p{Cc}]+/gu, ' ').trim();
    const same = text.toLowerCase();
    if (text !== '' && !kept.has(same)) kept.set(same, text);
  }
  return [...kept.values()];
}
