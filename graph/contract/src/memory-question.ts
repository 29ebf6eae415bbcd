import { AUTHOR_KINDS, type AuthorKind } from './revision.ts';
import { isCount, isSha256, isString, listOf, nullOr, oneOf, shapeOf } from './shape.ts';

/** A tool call as it is shown to the person, and as they may send it back changed. */
export interface AskedAction {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * The interrupt by which a conversation that asks before remembering asks. The first two fields are
 * the form that LangChain's clients know; `memory_change` is what a person decides on.
 */
export interface MemoryQuestion {
  readonly actionRequests: readonly (AskedAction & { readonly description: string })[];
  readonly reviewConfigs: readonly {
    readonly actionName: string;
    readonly allowedDecisions: readonly string[];
  }[];
  readonly memory_change: MemoryChangeAsked;
}

export interface MemoryChangeAsked {
  /** Whether the agent or a subagent wants to write. */
  readonly author: AuthorKind;
  /** The text there is; null when there is no file. */
  readonly before: string | null;
  /** The text there would be. */
  readonly after: string | null;
  /** SHA-256 of `before`, null without a file: sent back with an edit. */
  readonly based_on: string | null;
  readonly revision: number | null;
}

/**
 * The answer: `{ decisions: [decision] }`. An edit holds either the arguments of the tool that was
 * asked about, or `write_file` with the whole text as `content` and the question's `based_on`.
 */
export type MemoryDecision =
  | { readonly type: 'approve' }
  | { readonly type: 'edit'; readonly editedAction: AskedAction }
  | { readonly type: 'reject'; readonly message?: string };

const isChange = shapeOf<MemoryChangeAsked>({
  author: oneOf(AUTHOR_KINDS),
  before: nullOr(isString),
  after: nullOr(isString),
  based_on: nullOr(isSha256),
  revision: nullOr(isCount),
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAction = shapeOf<AskedAction>({ name: isString, args: isRecord });

/** Whether the value of an interrupt is such a question. */
export const isMemoryQuestion = shapeOf<MemoryQuestion>({
  actionRequests: listOf(
    shapeOf<MemoryQuestion['actionRequests'][number]>({
      name: isString,
      args: isRecord,
      description: isString,
    }),
  ),
  reviewConfigs: listOf(
    shapeOf<MemoryQuestion['reviewConfigs'][number]>({
      actionName: isString,
      allowedDecisions: listOf(isString),
    }),
  ),
  memory_change: isChange,
});

/** The decision in an answer, or undefined when it holds none, or more than one. */
export function parseMemoryDecision(answer: unknown): MemoryDecision | undefined {
  if (!isRecord(answer)) return undefined;
  const { decisions } = answer;
  if (!Array.isArray(decisions) || decisions.length !== 1) return undefined;
  const decision: unknown = decisions[0];
  if (!isRecord(decision)) return undefined;
  const { type, editedAction, message } = decision;
  if (type === 'approve') return { type };
  if (type === 'edit' && isAction(editedAction)) return { type, editedAction };
  if (type !== 'reject' || !(message === undefined || isString(message))) return undefined;
  return message === undefined ? { type } : { type, message };
}
