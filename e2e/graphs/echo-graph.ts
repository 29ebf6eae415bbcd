/** An assistant of somebody else's, beside ours: it keeps nothing and reads no memory. */
import { AIMessage } from '@langchain/core/messages';
import { MessagesAnnotation, StateGraph } from '@langchain/langgraph';

import { completeRules } from '#graph/rules';

export const rules = completeRules({
  title: 'Echo',
  description: 'Says again what you said.',
});

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', ({ messages }) => ({
    messages: [new AIMessage(`Echo: ${messages.at(-1)?.text ?? ''}`)],
  }))
  .addEdge('__start__', 'answer')
  .compile();
