import { isFields, type ToolCall } from '../session/message';

/** Argument names that say what a tool works on, the telling ones first. */
const TARGET_ARGUMENTS = ['file_path', 'path', 'pattern', 'query', 'description', 'url'] as const;

/** What a call works on, read from its arguments; empty while they are incomplete. */
export function targetOf(argumentsText: string): string {
  try {
    const parsed: unknown = JSON.parse(argumentsText);
    if (!isFields(parsed)) return '';
    const name = TARGET_ARGUMENTS.find((each) => typeof parsed[each] === 'string');
    return name === undefined ? '' : String(parsed[name]);
  } catch {
    // Arguments still arriving, or cut short, name no target yet.
    return '';
  }
}

/** Where a call stands. Tools tell many failures as a plain answer, so the words count too. */
export function toolCallState(
  call: ToolCall,
  running: boolean,
  waiting = false,
): 'running' | 'waiting for you' | 'no result' | 'done' | 'failed' {
  const { result } = call;
  if (result === undefined && waiting) return 'waiting for you';
  if (result === undefined) return running ? 'running' : 'no result';
  return result.failed || /^\s*error\b/i.test(result.text) ? 'failed' : 'done';
}
