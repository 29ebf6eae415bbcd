import type { StoredRecord } from '#graph/work/records';
import type { WorkRoutine } from '#graph/work/work-routine';

/** A record as a list shows it, in the API's own field names. */
export function workView(
  routine: WorkRoutine,
  { id, version, savedAt, record }: StoredRecord<object>,
  isRunning: boolean,
) {
  const { question, stage, isDone, counts } = routine.outline(record);
  return {
    id,
    ...{ question, stage, counts, version },
    done: isDone,
    running: isRunning,
    saved_at: savedAt.toISOString(),
    bytes: Buffer.byteLength(JSON.stringify(record)),
  };
}
