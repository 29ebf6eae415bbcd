import { AsyncLocalStorage } from 'node:async_hooks';

import type { AskedAction } from '#contract/memory-question';
import type { MemoryAuthor } from '#contract/revision';

import type { Basis } from '#graph/memory/change';
import type { WriterView } from '#graph/memory/write-request';
import type { Shown } from './writer-view.ts';

/**
 * The tool call in progress, as the file backend needs to know it: backends are called without any
 * word of who asks. Each call of an agent or subagent has its own, parallel ones included.
 */
export interface ToolCallInProgress {
  /** What was asked for, as the model wrote it. */
  readonly action: AskedAction;
  readonly author: MemoryAuthor;
  /** What the model call that asked for this tool had read of the memory. */
  readonly base: Basis;
  /** What else it had in view when it asked. */
  readonly view: WriterView;
  /** The conversation's standing instructions, for a subagent that this call may start. */
  readonly standing: readonly string[];
  /** Set by the backend once the call reaches the memory. */
  usesMemory?: boolean;
  /** Set by the backend: the tool itself reports a failure as a success that speaks of an error. */
  failure?: string;
  /** Set by the backend: what the model should know beyond the tool's own sentence. */
  note?: string;
  /** Set by the backend: what the result shows of the memory. */
  shown?: Shown;
}

const inProgress = new AsyncLocalStorage<ToolCallInProgress>();

export function currentToolCall(): ToolCallInProgress | undefined {
  return inProgress.getStore();
}

export function duringToolCall<T>(call: ToolCallInProgress, work: () => T): T {
  return inProgress.run(call, work);
}
