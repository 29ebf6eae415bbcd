/**
 * Loaded into a server process first: ends it, as kill -9 does, after as many writes of a run as
 * the query `?writes=` says (checkpoints, pending writes, the store's, and the run's outcome), or,
 * where that is 0, before the first.
 */
import { SqliteRuns } from '#server/storage/sqlite/run-table';
import { SqliteSaver } from '#server/storage/sqlite/saver';
import { SqliteStore } from '#server/storage/sqlite/store';

let left = Number(new URL(import.meta.url).searchParams.get('writes'));

type Write = (...call: never[]) => Promise<unknown>;

/** Replaces a method by one that counts. */
function count<K extends string>(
  owner: Record<K, Write>,
  name: K,
  writes: (first: unknown) => boolean = () => true,
): void {
  const write = owner[name];
  owner[name] = async function (this: unknown, ...call: never[]) {
    if (!writes(call[0])) return write.apply(this, call);
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    const result = await write.apply(this, call);
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return result;
  };
}

count<'put' | 'putWrites'>(SqliteSaver.prototype, 'put');
count<'put' | 'putWrites'>(SqliteSaver.prototype, 'putWrites');
count<'batch'>(SqliteStore.prototype, 'batch', putsSomething);
count<'finish'>(SqliteRuns.prototype, 'finish');

/** Whether operations of the store change anything: one that only reads is no write. */
function putsSomething(operations: unknown): boolean {
  return (
    Array.isArray(operations) &&
    operations.some((each) => typeof each === 'object' && each !== null && 'value' in each)
  );
}
