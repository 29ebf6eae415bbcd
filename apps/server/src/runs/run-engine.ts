import type { CancelAction, NewRun, RunEvent, RunRow } from '../storage/storage.ts';

export type { CancelAction } from '../storage/storage.ts';

/**
 * Runs graphs for threads. A run belongs to the server: it outlives the connection that made it,
 * and a process that died leaves it to be taken up again. The routes know only this interface.
 */
export interface RunEngine {
  /**
   * Commits the run (and the person's input in it) and starts it, or queues it behind the thread's
   * other runs, by its `multitaskStrategy` (reject, enqueue, interrupt, rollback) and `notBefore`.
   * Resolves once committed. `run.request` holds the fields of RunRequest by the wire's names,
   * `graph_id` and the assistant's config and context among them.
   *
   * Throws StorageError `busy`, `not-found` (thread, graph), `invalid` (strategy), `too-many`,
   * `unavailable`.
   */
  submit(run: NewRun): Promise<RunRow>;
  /**
   * Refuses an owner's next run where as many are open as there may be, before anything is made for
   * it. Throws StorageError `too-many`.
   */
  refuseMoreRuns(owner: string): void;
  /**
   * Every event with an id above `afterId` (-1: all), stored ones first, then live ones, without
   * gap or repeat; ends after the run's last event. A slow reader holds nothing up. Aborting the
   * signal ends the reading quietly, never the run. Throws ShuttingDownError when the server goes down
   * and leaves the run open: then no end may be told.
   */
  follow(runId: string, afterId: number, signal: AbortSignal): AsyncIterable<RunEvent>;
  /**
   * The run's row once it has ended; at once if it has. Undefined when the run is gone. Throws the
   * signal's reason when that is aborted, and ShuttingDownError as `follow` does.
   */
  ended(runId: string, signal: AbortSignal): Promise<RunRow | undefined>;
  /**
   * Aborts model and tools; resolves when partial text is committed and the run is `interrupted`
   * (`interrupt`) or gone with its checkpoints (`rollback`). The wish itself is committed first, so
   * it holds even if the server dies meanwhile. An ended run is left as it is. Throws `not-found`.
   */
  cancel(owner: string, threadId: string, runId: string, action: CancelAction): Promise<void>;
  /**
   * The same without the wait: resolves once the wish is committed and the run is told of it, or,
   * where it had not begun, has ended. `ended` tells when it is over.
   */
  requestCancel(
    owner: string,
    threadId: string,
    runId: string,
    action: CancelAction,
  ): Promise<void>;
  /** Cancels every open run of an owner that is that far, and waits for all of them. */
  cancelOpen(
    owner: string,
    status: 'pending' | 'running' | 'all',
    action: CancelAction,
  ): Promise<void>;
  /** Stops the thread's runs and erases it. Whether it existed. */
  deleteThread(owner: string, threadId: string): Promise<boolean>;
  /** Erases events and store items that have been kept for their time. */
  tidyUp(): Promise<void>;
  /** Takes up what a dead process left. Call once, before the first request. */
  recover(): Promise<void>;
  /** Takes no new runs, waits up to `graceMs` for running ones, then leaves them to be recovered. */
  drain(graceMs: number): Promise<void>;
}
