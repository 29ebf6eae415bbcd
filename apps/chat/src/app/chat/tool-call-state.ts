import type { ToolCall } from '../session/state/message';

export type ToolCallState = 'running' | 'waiting' | 'stopped' | 'done' | 'failed';

/** How the agent fills in the result of a call that was never carried out, in its next turn. */
const CALLED_OFF = /^Tool call .* was cancelled - another message came in/s;

/** Where a call stands. Tools tell many failures as a plain answer, so the words count too. */
export function toolCallState(call: ToolCall, running: boolean, waiting = false): ToolCallState {
  const { result } = call;
  if (result === undefined && waiting) return 'waiting';
  if (result === undefined) return running ? 'running' : 'stopped';
  if (CALLED_OFF.test(result.text)) return 'stopped';
  return result.failed || /^\s*error\b/i.test(result.text) ? 'failed' : 'done';
}

/** A state as a person reads it. */
export function stateWords(state: ToolCallState): string {
  switch (state) {
    case 'running':
      return $localize`running`;
    case 'waiting':
      return $localize`waiting for you`;
    case 'stopped':
      return $localize`stopped`;
    case 'done':
      return $localize`done`;
    case 'failed':
      return $localize`failed`;
  }
}
