import type { BaseCheckpointSaver, CheckpointTuple } from '@langchain/langgraph-checkpoint';

import { isPlainJson } from './plain-json.ts';

/** The newest checkpoint of the graph itself. */
export function rootHead(saver: BaseCheckpointSaver, threadId: string) {
  return saver.getTuple({ configurable: { thread_id: threadId, checkpoint_ns: '' } });
}

/** The interrupts at a checkpoint that nobody has answered yet, by their ids. */
export function waitingInterrupts(head: CheckpointTuple | undefined): Map<string, unknown> {
  const writes = head?.pendingWrites ?? [];
  const answered = new Set(
    writes.filter(([, channel]) => !channel.startsWith('__')).map(([task]) => task),
  );
  const interrupts = writes
    .filter(([task, channel]) => channel === '__interrupt__' && !answered.has(task))
    .flatMap(([, , value]): unknown => value)
    .flatMap((interrupt): [string, unknown][] => {
      if (!isPlainJson(interrupt)) return [];
      const { id, value } = interrupt;
      return typeof id === 'string' ? [[id, value]] : [];
    });
  return new Map(interrupts);
}

/**
 * What a run leaves its thread as that was stopped on its way: a question that waited when it began,
 * and was not acted upon, waits again.
 */
export async function statusWhenStopped(
  saver: BaseCheckpointSaver,
  threadId: string,
): Promise<'idle' | 'interrupted'> {
  const waiting = waitingInterrupts(await rootHead(saver, threadId));
  return waiting.size > 0 ? 'interrupted' : 'idle';
}
