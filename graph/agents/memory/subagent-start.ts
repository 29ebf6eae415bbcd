import { getConfig } from '@langchain/langgraph';
import { createMiddleware, type AgentMiddleware } from 'langchain';

import { isString } from '#contract/shape';
import { SUBAGENT_EVENT, SUBAGENT_TOOL, type SubagentStart } from '#contract/subagent';

/**
 * Tells on the run's stream which tool call each subagent works for, before it begins: what it streams
 * names only the checkpoint namespace it runs in, and nobody has to guess by its words.
 */
export function tellSubagentStart(): AgentMiddleware {
  return createMiddleware({
    name: 'SubagentStart',
    wrapToolCall: async (request, handler) => {
      const { id, name } = request.toolCall;
      const { configurable } = getConfig();
      const namespace: unknown = configurable?.['checkpoint_ns'];
      if (name === SUBAGENT_TOOL && id !== undefined && isString(namespace)) {
        const data: SubagentStart = { tool_call_id: id, checkpoint_ns: namespace };
        request.runtime.writer?.({ name: SUBAGENT_EVENT, data });
      }
      return handler(request);
    },
  }) as AgentMiddleware;
}
