import { partsOf } from '#contract/attachments';
import { isMemoryMode, isMemoryOff, MEMORY_MODE_KEY } from '#contract/memory-mode';
import type { RunStatus } from '#contract/status';

import type { RunSummary, SentMessage } from './transport';
import { fromErrorEvent } from './transport-error';

/** A run as the server tells it. Its request and error are additions that not every server makes. */
export function readRunSummary(run: { run_id: string; status: RunStatus }): RunSummary {
  const failed = run.status === 'error' || run.status === 'timeout';
  return {
    runId: run.run_id,
    status: run.status,
    sent: sentMessage(field(field(field(run, 'kwargs'), 'input'), 'messages')),
    from: forkPoint(field(field(field(run, 'kwargs'), 'checkpoint'), 'checkpoint_id')),
    memoryOff: leavesMemoryAlone(field(field(field(run, 'kwargs'), 'config'), 'configurable')),
    failure: failed && field(run, 'error') ? fromErrorEvent(field(run, 'error')) : undefined,
  };
}

function leavesMemoryAlone(configurable: unknown): boolean {
  const mode = field(configurable, MEMORY_MODE_KEY);
  return isMemoryMode(mode) && isMemoryOff(mode);
}

function forkPoint(id: unknown): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

function sentMessage(messages: unknown): SentMessage | undefined {
  if (!Array.isArray(messages)) return undefined;
  const last: unknown = messages.at(-1);
  const [id, content] = [field(last, 'id'), field(last, 'content')];
  if (typeof id !== 'string' || (typeof content !== 'string' && !Array.isArray(content)))
    return undefined;
  const { text, attachments } = partsOf(content);
  return { id, text, ...(attachments.length > 0 && { attachments }) };
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
