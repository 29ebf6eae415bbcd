import { ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { todoListMiddleware, type AgentMiddleware } from 'langchain';

import { askingMessage } from '../../models/reply.ts';
import { loadPrompt } from '../../prompts.ts';

const TODO_TOOL = 'write_todos';

/**
 * The stock todo list with a short text for the model, and without its hook after every model call, which costs a graph step and a
 * checkpoint each time to look for one rare thing: two lists written at once, of which neither could
 * win. That is refused here when it happens.
 */
export function todoList(): AgentMiddleware {
  const wrapToolCall: AgentMiddleware['wrapToolCall'] = (request, handler) => {
    const { id, name } = request.toolCall;
    if (name !== TODO_TOOL || !writesTwoLists(request.state.messages, id)) return handler(request);
    return new ToolMessage({
      content: 'Error: write one todo list at a time. None of them was kept.',
      tool_call_id: id ?? '',
      name,
      status: 'error',
    });
  };
  // The declared type of the stock middleware does not hold under exact optional property types.
  return {
    ...todoListMiddleware({ toolDescription: loadPrompt('tools/write_todos') }),
    afterModel: undefined,
    // What it adds to the system prompt says the tool's text again.
    wrapModelCall: undefined,
    wrapToolCall,
  } as unknown as AgentMiddleware;
}

function writesTwoLists(messages: readonly BaseMessage[], id: string | undefined): boolean {
  const asking = askingMessage(messages, id);
  return (asking?.tool_calls ?? []).filter((call) => call.name === TODO_TOOL).length > 1;
}
