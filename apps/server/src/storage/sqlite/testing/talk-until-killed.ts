import { randomUUID } from 'node:crypto';

import { HumanMessage } from '@langchain/core/messages';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';

import { openSqliteStorage } from '../sqlite-storage.ts';

/**
 * A process to be killed: holds conversations of one turn in the directory it is given, each with a word
 * of its own, and says that word once the end of its run is acknowledged.
 */
const [, , directory = '', owner = '', round = ''] = process.argv;
const storage = await openSqliteStorage(directory);
for (let number = 0; ; number += 1) {
  const [threadId, runId] = [randomUUID(), randomUUID()];
  const word = `word${round}x${number}`;
  await storage.threads.create({ threadId, owner, metadata: {} }, 'raise');
  await storage.runs.create(
    {
      runId,
      threadId,
      owner,
      assistantId: 'a',
      metadata: {},
      multitaskStrategy: 'reject',
      request: {},
      notBefore: new Date(0),
    },
    'reject',
  );
  await storage.runs.claim(runId, 0, new Date());
  const attempt = { owner, threadId, runId, attempt: 1 };
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('hear', () => ({}))
    .addEdge(START, 'hear')
    .compile({ checkpointer: storage.fenced(attempt) });
  await graph.invoke(
    { messages: [new HumanMessage(`We spoke of ${word} then.`)] },
    { configurable: { thread_id: threadId }, durability: 'sync' },
  );
  await storage.runs.finish(attempt, { status: 'success', threadStatus: 'idle' });
  process.stdout.write(`${word}\n`);
}
