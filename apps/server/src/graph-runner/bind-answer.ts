import type { CheckpointTuple } from '@langchain/langgraph-checkpoint';

import { StorageError } from '../storage/storage-error.ts';
import type { JsonObject } from '../storage/storage.ts';
import { isPlainJson } from './plain-json.ts';
import { waitingInterrupts } from './waiting-interrupts.ts';

/**
 * Binds an answer to the one interrupt that waits for it, by id. Bound, it can be given again after
 * a crash without being taken for the answer to whatever the graph asks next.
 * Throws StorageError `conflict` for an answer to what waits no more, `invalid` for one that does not
 * say which of several questions it answers.
 */
export function bindAnswer(head: CheckpointTuple | undefined, request: JsonObject): JsonObject {
  const { command } = request;
  if (!isPlainJson(command)) return request;
  const { resume } = command;
  if (resume === undefined || resume === null) return request;
  const waiting = waitingInterrupts(head);
  if (answersByInterrupt(resume)) {
    if (Object.keys(resume).every((id) => waiting.has(id))) return request;
    throw new StorageError(
      'conflict',
      'This question is no longer open: it was answered already, or the conversation has gone on without an answer. Nothing was done with this one.',
    );
  }
  const [only] = waiting.keys();
  if (only === undefined) return request;
  if (waiting.size === 1)
    return { ...request, command: { ...command, resume: { [only]: resume } } };
  throw new StorageError(
    'invalid',
    `There are ${waiting.size} open questions: command.resume must name each answer by its interrupt's id.`,
  );
}

/** Interrupt ids are 128-bit hashes in hexadecimal, which is also how the library tells them. */
const INTERRUPT_ID = /^[0-9a-f]{32}$/;

/** Whether an answer names the interrupts that it answers. */
export function answersByInterrupt(resume: unknown): resume is JsonObject {
  return (
    isPlainJson(resume) &&
    Object.keys(resume).length > 0 &&
    Object.keys(resume).every((key) => INTERRUPT_ID.test(key))
  );
}
