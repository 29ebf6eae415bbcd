import { isMemoryEvent } from '#contract/observation';
import { isObject } from '#contract/shape';

import type { StreamPart } from '../../transport/transport';
import { fromErrorEvent } from '../../transport/transport-error';
import { receiveObservation } from '../evidence/evidence';
import { withQuestionsOf } from './asked-question';
import type { SessionState } from './session-state';
import { dropUnfinishedOf, receiveSubagent } from './subagents';
import { receiveWork } from './thread-work';
import { addChunk, addMessages, dropUnfinished, type Transcript } from './transcript';
import { updatesOf, type Update } from './updates';

/** Whether the server has taken the run up again after a crash. */
function isLaterAttempt(data: unknown): boolean {
  return isObject(data) && typeof data['attempt'] === 'number' && data['attempt'] > 1;
}

/** Adds a piece of a message, if it is the agent's own. */
function receiveChunk(messages: Transcript, data: unknown): Transcript {
  if (!Array.isArray(data)) return messages;
  const [chunk, about] = data as readonly unknown[];
  return isOfTheConversation(about) ? addChunk(messages, chunk) : messages;
}

/** Whether a chunk is the agent's own: not a subagent's, not one of its summaries. */
function isOfTheConversation(about: unknown): boolean {
  if (!isObject(about)) return true;
  const namespace = about['langgraph_checkpoint_ns'] ?? about['checkpoint_ns'];
  const nested = typeof namespace === 'string' && namespace.includes('|');
  return !nested && about['lc_source'] !== 'summarization';
}

/** Takes in what a step of the agent's own graph has written. */
function receiveStep(state: SessionState, data: unknown): SessionState {
  const updates = updatesOf(data);
  return {
    ...state,
    messages: receiveUpdates(state.messages, updates),
    work: updates.reduce(receiveWork, state.work),
    questions: withQuestionsOf(state.questions, data),
  };
}

/** Adds the messages that a step of the graph has written. */
function receiveUpdates(messages: Transcript, updates: readonly Update[]): Transcript {
  let result = messages;
  for (const { messages: written } of updates)
    if (Array.isArray(written)) result = addMessages(result, written);
  return result;
}

/** Takes one event of a run's stream in. Pure. */
export function receive(state: SessionState, part: StreamPart, at: Date): SessionState {
  const subagents = receiveSubagent(state.subagents, part);
  return receiveOwn(subagents === state.subagents ? state : { ...state, subagents }, part, at);
}

function receiveOwn(state: SessionState, part: StreamPart, at: Date): SessionState {
  // A subgraph's events carry its namespace after a bar; a memory event counts wherever it is told.
  const [event] = part.event.split('|');
  switch (event) {
    case 'metadata':
      return isLaterAttempt(part.data)
        ? {
            ...state,
            messages: dropUnfinished(state.messages),
            subagents: dropUnfinishedOf(state.subagents),
            received: undefined,
            failure: undefined,
          }
        : state;
    case 'messages':
      return part.event === event
        ? { ...state, messages: receiveChunk(state.messages, part.data) }
        : state;
    case 'updates':
      return part.event === event ? receiveStep(state, part.data) : state;
    case 'custom':
      return isMemoryEvent(part.data)
        ? { ...state, received: receiveObservation(part.data.data, at) }
        : state;
    case 'error':
      return {
        ...state,
        failure: {
          error: fromErrorEvent(part.data),
          text: state.sent?.text,
          messageId: state.sent?.id,
        },
      };
    default:
      return state;
  }
}
