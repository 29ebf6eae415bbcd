import { isFields } from './message';
import { addChunk, addMessages, type Transcript } from './transcript';

/** Whether the server has taken the run up again after a crash. */
export function isLaterAttempt(data: unknown): boolean {
  return isFields(data) && typeof data['attempt'] === 'number' && data['attempt'] > 1;
}

/** Adds a piece of a message, if it is the agent's own. */
export function receiveChunk(messages: Transcript, data: unknown): Transcript {
  if (!Array.isArray(data)) return messages;
  const [chunk, about] = data as readonly unknown[];
  return isOfTheConversation(about) ? addChunk(messages, chunk) : messages;
}

/** Whether a chunk is the agent's own: not a subagent's, not one of its summaries. */
function isOfTheConversation(about: unknown): boolean {
  if (!isFields(about)) return true;
  const namespace = about['langgraph_checkpoint_ns'] ?? about['checkpoint_ns'];
  const nested = typeof namespace === 'string' && namespace.includes('|');
  return !nested && about['lc_source'] !== 'summarization';
}

/** Adds the messages that a step of the graph has written. */
export function receiveUpdates(messages: Transcript, data: unknown): Transcript {
  if (!isFields(data)) return messages;
  let result = messages;
  for (const update of Object.values(data)) {
    const written = isFields(update) ? update['messages'] : undefined;
    if (Array.isArray(written)) result = addMessages(result, written);
  }
  return result;
}
