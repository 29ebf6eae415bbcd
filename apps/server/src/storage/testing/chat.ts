import { type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { interrupt, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';

/** A graph that answers each message in two steps, and asks for approval when told to. */
export function chat(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(MessagesAnnotation)
    .addNode('think', ({ messages }) => {
      const asked = messages.at(-1)?.text ?? '';
      if (!asked.includes('approve')) return { messages: [say(`thinking of ${asked}`)] };
      return { messages: [say(`approved: ${String(interrupt('sure?'))}`)] };
    })
    .addNode('answer', ({ messages }) => ({ messages: [say(`answer ${messages.length}`)] }))
    .addEdge(START, 'think')
    .addEdge('think', 'answer')
    .compile({ checkpointer });
}

/** A message long enough to become a node of its own. */
export const say = (content: string) => new HumanMessage({ content: content.padEnd(120, '.') });

export const texts = (values: unknown) =>
  (values as { messages: BaseMessage[] }).messages.map((message) =>
    message.text.replace(/(?<!\.)\.+$/, ''),
  );

export const config = (run: string, more = {}) => ({
  configurable: { thread_id: 't', ...more },
  metadata: { run_id: run },
  durability: 'sync' as const,
});
