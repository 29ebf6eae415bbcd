import { isObject } from '#contract/shape';

/** What can be decided about a call of a tool that waits for the person. */
export type DecisionKind = 'approve' | 'edit' | 'reject';

/** A call of a tool that a graph asks about, as data to be shown literally. */
export interface AskedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the graph says of it; empty where that only repeats the name and the arguments. */
  readonly description: string;
  readonly allowed: ReadonlySet<DecisionKind>;
}

/** What a person decided about one call. */
export type CallDecision =
  | { readonly type: 'approve' }
  | { readonly type: 'edit'; readonly args: Readonly<Record<string, unknown>> }
  | { readonly type: 'reject'; readonly message?: string };

/** Calls that one interrupt asks about together. */
export interface ActionReview {
  readonly calls: readonly AskedCall[];
  /** The value to go on with: one decision per call, in their order. */
  readonly answer: (decisions: readonly CallDecision[]) => unknown;
}

/** How the fields are spelled by a graph in one of the two languages. */
interface Spelling {
  readonly requests: string;
  readonly configs: string;
  readonly name: string;
  readonly allowed: string;
  readonly edited: string;
}

/** By LangChain's human-in-the-loop middleware in JavaScript, and in Python. */
const SPELLINGS: readonly Spelling[] = [
  {
    requests: 'actionRequests',
    configs: 'reviewConfigs',
    name: 'actionName',
    allowed: 'allowedDecisions',
    edited: 'editedAction',
  },
  {
    requests: 'action_requests',
    configs: 'review_configs',
    name: 'action_name',
    allowed: 'allowed_decisions',
    edited: 'edited_action',
  },
];

/**
 * Reads what LangChain's human-in-the-loop middleware asks. Undefined for any other value, and when
 * there is a call of which nothing is known that could be decided.
 */
export function readActionReview(value: unknown): ActionReview | undefined {
  if (!isObject(value)) return undefined;
  const spelling = SPELLINGS.find(({ requests }) => Array.isArray(value[requests]));
  if (spelling === undefined) return undefined;
  const requests = listIn(value, spelling.requests);
  const configs = listIn(value, spelling.configs);
  const calls = requests.flatMap((request, place) => readCall(request, place, configs, spelling));
  if (calls.length === 0 || calls.length !== requests.length) return undefined;
  const answer = (decisions: readonly CallDecision[]) => ({
    decisions: decisions.map((decision, place) => spell(decision, calls[place]?.name, spelling)),
  });
  return { calls, answer };
}

function readCall(
  request: unknown,
  place: number,
  configs: readonly unknown[],
  spelling: Spelling,
): AskedCall[] {
  if (!isObject(request)) return [];
  const { args, description, name } = request;
  if (typeof name !== 'string' || !isObject(args)) return [];
  const isFor = (config: unknown) => isObject(config) && config[spelling.name] === name;
  const config = isFor(configs[place]) ? configs[place] : configs.find(isFor);
  const told = isObject(config) ? listIn(config, spelling.allowed) : [];
  const allowed = new Set(told.filter(isDecisionKind));
  if (allowed.size === 0) return [];
  const said = typeof description === 'string' ? description : '';
  return [{ name, args, description: withoutRepeat(said, name, args), allowed }];
}

/** The middleware's own description ends with the name and the arguments, which are shown anyway. */
function withoutRepeat(description: string, name: string, args: AskedCall['args']): string {
  const repeat = `\n\nTool: ${name}\nArgs: ${JSON.stringify(args, null, 2)}`;
  return description.endsWith(repeat) ? description.slice(0, -repeat.length) : description;
}

function spell(decision: CallDecision, name: string | undefined, { edited }: Spelling): unknown {
  return decision.type === 'edit'
    ? { type: 'edit', [edited]: { name, args: decision.args } }
    : decision;
}

function isDecisionKind(value: unknown): value is DecisionKind {
  return value === 'approve' || value === 'edit' || value === 'reject';
}

function listIn(fields: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const list = fields[name];
  return Array.isArray(list) ? list : [];
}
