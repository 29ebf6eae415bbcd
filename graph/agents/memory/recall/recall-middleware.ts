import { createMiddleware, type AgentMiddleware } from 'langchain';

import { RECALL_TOOL } from '#contract/recall';

import { loadPrompt } from '../../../prompts.ts';
import { runPastConversations } from './past-conversations.ts';
import { searchConversations } from './search-tool.ts';

/**
 * Lets the agent search past conversations where its run can. Elsewhere, and where memory is off, the
 * model is told neither of the tool nor of what it is for.
 */
export function recallConversations(): AgentMiddleware {
  return createMiddleware({
    name: 'RecallConversations',
    tools: [searchConversations],
    wrapModelCall: (request, handler) => {
      if (runPastConversations() === undefined)
        return handler({
          ...request,
          tools: request.tools.filter(({ name }) => name !== RECALL_TOOL),
        });
      const systemMessage = request.systemMessage.concat(`\n\n${loadPrompt('recall')}`);
      return handler({ ...request, systemMessage });
    },
  }) as AgentMiddleware;
}
