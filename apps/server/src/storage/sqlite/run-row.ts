import type { RunStatus } from '#contract/status';

import { StorageError } from '../storage-error.ts';
import type { CancelAction, RunRow } from '../storage.ts';
import { asJsonObject, jsonObject } from './json-column.ts';
import { unpack } from './packed-text.ts';
import { integer, text, textOrUndefined, type Row } from './row.ts';

const STATUSES: readonly string[] = [
  'pending',
  'running',
  'success',
  'error',
  'timeout',
  'interrupted',
] satisfies RunStatus[];
const CANCEL_ACTIONS: readonly string[] = ['interrupt', 'rollback'] satisfies CancelAction[];

/** Reads a row of the table `run`. Throws `damaged` when it does not decode. */
export function readRun(row: Row): RunRow {
  const status = text(row, 'status');
  const cancel = textOrUndefined(row, 'cancel');
  if (!isStatus(status) || !(cancel === undefined || isCancelAction(cancel)))
    throw new StorageError('damaged', 'A run has no known status. Restore it from a backup.');
  return {
    runId: text(row, 'id'),
    threadId: text(row, 'thread'),
    owner: text(row, 'owner'),
    assistantId: text(row, 'assistant'),
    createdAt: new Date(integer(row, 'created_at')),
    updatedAt: new Date(integer(row, 'updated_at')),
    notBefore: new Date(integer(row, 'not_before')),
    status,
    attempt: integer(row, 'attempt'),
    metadata: jsonObject(row, 'metadata'),
    multitaskStrategy: text(row, 'strategy'),
    request: asJsonObject(unpack(row, 'request'), 'request'),
    error: readError(row),
    cancel,
  };
}

function readError(row: Row): RunRow['error'] {
  if (row['error'] === null) return undefined;
  const { error, message, retry_after_seconds: seconds } = jsonObject(row, 'error');
  return {
    error: String(error),
    message: String(message),
    ...(typeof seconds === 'number' && { retry_after_seconds: seconds }),
  };
}

function isStatus(value: string): value is RunStatus {
  return STATUSES.includes(value);
}

function isCancelAction(value: string): value is CancelAction {
  return CANCEL_ACTIONS.includes(value);
}
