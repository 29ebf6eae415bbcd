import type { CheckpointTuple } from '@langchain/langgraph-checkpoint';
import { END, START } from '@langchain/langgraph';

import type { ServedGraph } from '../assistants/graphs.ts';
import type { JsonObject } from '../storage/storage.ts';
import { finishedTasks } from './finished-tasks.ts';
import { configBefore, forkPoint, graphConfig, type CallParts } from './graph-call.ts';
import { isPlainJson } from './plain-json.ts';
import type { CutAnswer } from './message-text-so-far.ts';
import { rootHead } from './waiting-interrupts.ts';

/** Whether a run has taken its input in: the thread's head is its own. */
export function hasBegun(head: CheckpointTuple | undefined, runId: string): boolean {
  return (head?.metadata as JsonObject | undefined)?.['run_id'] === runId;
}

/**
 * Puts into the state, before an input is taken in, what earlier runs have done and left beside it:
 * the results of tasks whose step never ended, and words that were not read yet. The library drops
 * both when the next input comes. Whether there was anything; the run then goes on from the head.
 */
export async function keepDoneBefore(graph: ServedGraph, parts: CallParts): Promise<boolean> {
  const { request, run, saver } = parts;
  const head = await rootHead(saver, run.threadId);
  const named = request.checkpoint?.['checkpoint_id'];
  if (head === undefined || (named !== undefined && named !== head.checkpoint.id)) return false;
  const before = configBefore(parts);
  if (finishedTasks(head).size > 0) {
    await graph.updateState(before, null, END);
    return true;
  }
  // Whoever names the place goes on from what it shows, where words that nobody read do not stand.
  const words = named === undefined ? wordsOf(unread(head)) : undefined;
  if (words === undefined) return false;
  await graph.updateState(before, words, START);
  return true;
}

export interface StoppedCall extends CallParts {
  /** Reads of what waits for a person, at the thread's head. */
  readonly waits: () => Promise<boolean>;
  /** The answer that was cut, given the messages that the state holds. */
  readonly cutAnswer: (messages: unknown) => CutAnswer | undefined;
}

/**
 * Puts into the state what a stopped run has done: the person's words, the results of tasks that had
 * ended beside others that had not, and what was said of an unfinished answer. Then the thread is at
 * rest, but where a question waits: its tasks, and those beside it, stay as they are. Whether there
 * was anything.
 */
export async function keepDone(graph: ServedGraph, call: StoppedCall): Promise<boolean> {
  const config = graphConfig(call);
  const head = await rootHead(call.saver, call.run.threadId);
  const begun = hasBegun(head, call.run.runId);
  const words = wordsOf(begun ? unread(head) : call.request.input);
  if (words !== undefined) {
    const place = begun ? {} : forkPoint(call.request);
    const at = { ...config, configurable: { ...config.configurable, ...place } };
    await graph.updateState(at, words, START);
    return rest();
  }
  const state = (await graph.getState(config)).values as JsonObject;
  const answer = call.cutAnswer(state['messages']);
  if (answer !== undefined) {
    await graph.updateState(config, { messages: [answer.message] }, answer.node);
    return rest();
  }
  if (finishedTasks(head).size === 0 || (await call.waits())) return false;
  await graph.updateState(config, null, END);
  return rest();

  /** What would have come next is not done. */
  async function rest(): Promise<true> {
    await graph.updateState(config, null, END);
    return true;
  }
}

/** An input that the graph has not read: its checkpoint keeps it apart, and its first task is open. */
function unread(head: CheckpointTuple | undefined): unknown {
  return finishedTasks(head).size > 0 ? undefined : head?.checkpoint.channel_values[START];
}

/** The messages of an input, as an input of its own. */
function wordsOf(input: unknown): JsonObject | undefined {
  if (!isPlainJson(input)) return undefined;
  const { messages } = input;
  return messages === undefined || messages === null ? undefined : { messages };
}
