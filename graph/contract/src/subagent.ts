import { isString, shapeOf } from './shape.ts';

/**
 * Name of the custom event that tells, before a subagent begins, which tool call it works for. Events
 * of the subagent itself carry only the namespace of its checkpoints.
 */
export const SUBAGENT_EVENT = 'throughline.subagent';

/** Name of the tool that hands work to a subagent. */
export const SUBAGENT_TOOL = 'task';

/** Which tool call a subagent works for, and under which namespace its events come. */
export interface SubagentStart {
  readonly tool_call_id: string;
  /** As streams name it, such as `tools:1f0c…`; of the same call it is the same after a restart. */
  readonly checkpoint_ns: string;
}

const isSubagentStart = shapeOf<SubagentStart>({ tool_call_id: isString, checkpoint_ns: isString });

/** What a custom event tells of a subagent's start, or undefined for any other event. */
export function parseSubagentEvent(event: unknown): SubagentStart | undefined {
  if (typeof event !== 'object' || event === null || !('name' in event) || !('data' in event))
    return undefined;
  return event.name === SUBAGENT_EVENT && isSubagentStart(event.data) ? event.data : undefined;
}
