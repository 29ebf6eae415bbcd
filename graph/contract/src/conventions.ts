import { isString, shapeOf, listOf, type Guard } from './shape.ts';

/** Most instructions of one conversion, and the greatest length of one in UTF-16 units. */
export const MAX_CONVENTIONS = 40;
export const MAX_CONVENTION_LENGTH = 500;

/** Why a text cannot be an instruction, as a sentence; undefined when it can. */
export function conventionProblem(value: unknown): string | undefined {
  if (!isString(value)) return 'An instruction is a text.';
  if (!value.isWellFormed()) return 'An instruction holds half of a Unicode pair.';
  if (tidyConvention(value).length > MAX_CONVENTION_LENGTH)
    return `An instruction has at most ${MAX_CONVENTION_LENGTH} characters. Shorten it.`;
  return undefined;
}

/** Why a value cannot be the list of instructions, as a sentence; undefined when it can. */
export function conventionsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isString)) return 'Instructions are a list of texts.';
  if (tidyConventions(value).length > MAX_CONVENTIONS)
    return `A conversion has at most ${MAX_CONVENTIONS} instructions. Withdraw one first.`;
  return value.map(conventionProblem).find((problem) => problem !== undefined);
}

/** An instruction as it is kept: on one line, without space around it. */
export function tidyConvention(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The list as it is kept: oldest first, none empty, none twice (upper and lower case are the same). */
export function tidyConventions(list: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const text of list.map(tidyConvention)) {
    const same = text.toLowerCase();
    if (text !== '' && !kept.has(same)) kept.set(same, text);
  }
  return [...kept.values()];
}

/** Where a person's instructions for later conversions are kept: one item, in the owner's own namespace. */
export const KEPT_CONVENTIONS_KEY = 'kept';
const KEPT_LABEL = 'conversion-rules';

export function keptConventionsNamespace(scope: string): [string, string] {
  return [scope, KEPT_LABEL];
}

/** Whether a namespace is the one of anybody's kept instructions, or lies below it. */
export function holdsKeptConventions(namespace: readonly string[]): boolean {
  return namespace[1] === KEPT_LABEL;
}

/** The item's value. The instructions are offered on a new conversion, and hold only where they are added. */
export interface KeptConventions {
  readonly conventions: readonly string[];
}

const isKept: Guard<KeptConventions> = shapeOf<KeptConventions>({ conventions: listOf(isString) });

/** The instructions that an item holds, in their order; none when it holds something else. */
export function readKeptConventions(value: unknown): readonly string[] {
  return isKept(value) && keptConventionsProblem(value) === undefined
    ? tidyConventions(value.conventions)
    : [];
}

/** Why a value cannot be the item of kept instructions, as a sentence; undefined when it can. */
export function keptConventionsProblem(value: unknown): string | undefined {
  if (!isKept(value) || Object.keys(value).length !== 1)
    return 'Kept instructions are exactly { "conventions": [texts] }.';
  return conventionsProblem(value.conventions);
}
