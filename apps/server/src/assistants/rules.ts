import { completeRules, DEFAULT_RULES, type AssistantRules } from '#graph/rules';

import { StartError } from '../config.ts';

/** The rules of a graph by its id; those of graphs that gave none are the safe defaults. */
export type RulesOf = (graphId: string) => AssistantRules;

/** Looks rules up in what the graphs' modules exported. */
export function rulesFrom(exported: ReadonlyMap<string, AssistantRules>): RulesOf {
  return (graphId) => exported.get(graphId) ?? DEFAULT_RULES;
}

/** Rules where no graph has any of its own. */
export const defaultRules: RulesOf = () => DEFAULT_RULES;

/**
 * The rules that a graph's module exports. A module without that export gets the defaults.
 * Throws StartError naming the module when the export is not made of functions and texts as it should be.
 */
export function readRules(exported: unknown, spec: string): AssistantRules {
  if (exported === undefined) return DEFAULT_RULES;
  if (typeof exported !== 'object' || exported === null) throw wrongRules(spec, 'is not an object');
  for (const [key, value] of Object.entries(exported)) {
    const expected = kindOf(Reflect.get(DEFAULT_RULES, key));
    if (!(key in DEFAULT_RULES)) throw wrongRules(spec, `names "${key}", which is no rule`);
    if (value !== undefined && kindOf(value) !== expected)
      throw wrongRules(spec, `gives "${key}" as ${kindOf(value)} instead of ${expected}`);
  }
  return completeRules(exported);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  // Texts are the only rules whose default is nothing.
  if (value === undefined || typeof value === 'string') return 'a text';
  return typeof value === 'function' ? 'a function' : typeof value;
}

function wrongRules(spec: string, problem: string): StartError {
  return new StartError(`The export "rules" of ${spec} ${problem}.`);
}
