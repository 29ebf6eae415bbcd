import type { Graphs } from '../assistants/graphs.ts';
import { defaultRules, type RulesOf } from '../assistants/rules.ts';
import { systemClock, type Clock } from '../clock.ts';
import { followRun, ShuttingDownError } from '../events/follow.ts';
import { LiveRun } from '../events/live-run.ts';
import { prepareRun } from '../graph-runner/prepare-run.ts';
import { statusWhenStopped } from '../graph-runner/waiting-interrupts.ts';
import { duringActivity } from '../watchdog/activity.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { CancelAction, NewRun, RunEvent, RunRow, Storage } from '../storage/storage.ts';
import { DEFAULT_LIMITS, type EngineLimits } from './engine-limits.ts';
import { eraseTemporaryThreads } from './erase-temporary-threads.ts';
import { FairQueue } from './fair-queue.ts';
import { isOpen } from './is-open.ts';
import { pause } from './pause.ts';
import { replacedRuns } from './replaced-runs.ts';
import { Attempt, type AttemptHost } from './run-attempt.ts';
import type { RunEngine } from './run-engine.ts';
import { loggableError, type RunLogger } from './run-logger.ts';
import { RunStopped, type StopReason } from './run-stopped.ts';

export interface EngineParts {
  readonly storage: Storage;
  readonly graphs: Graphs;
  /** What is particular to each graph; by default nothing is. */
  readonly rulesOf?: RulesOf;
  readonly logger: RunLogger;
  readonly limits?: Partial<EngineLimits>;
  readonly clock?: Clock;
  /** Runs that used up the event loop when their process ended; they are not taken up again. */
  readonly stalled?: ReadonlySet<string>;
}

/** Makes the engine of this process. Call its `recover` before the first request. */
export function createRunEngine(parts: EngineParts): RunEngine {
  return new Engine({
    ...parts,
    rulesOf: parts.rulesOf ?? defaultRules,
    limits: { ...DEFAULT_LIMITS, ...parts.limits },
    clock: parts.clock ?? systemClock,
    stalled: parts.stalled ?? new Set(),
  });
}

/** Least time between two removals of what is kept no longer, as runs end, in milliseconds. */
const TIDY_EVERY_MS = 60_000;

interface ActiveRun {
  readonly control: AbortController;
  readonly done: Promise<void>;
}

class Engine implements RunEngine {
  readonly #host: AttemptHost;
  readonly #storage: Storage;
  readonly #limits: EngineLimits;
  readonly #clock: Clock;
  readonly #queue: FairQueue<RunRow>;
  readonly #active = new Map<string, ActiveRun>();
  /** Every run that is open, with its readers. */
  readonly #live = new Map<string, LiveRun>();
  readonly #stopping = new AbortController();
  #callOffTimer: (() => void) | undefined;
  #tidiedAt = Number.NEGATIVE_INFINITY;

  constructor(host: AttemptHost) {
    this.#host = host;
    this.#storage = host.storage;
    this.#limits = host.limits;
    this.#clock = host.clock;
    this.#queue = new FairQueue(host.limits);
  }

  async submit(run: NewRun): Promise<RunRow> {
    if (this.#leaves)
      throw new StorageError('unavailable', 'The server is shutting down. Try again in a moment.');
    this.refuseMoreRuns(run.owner);
    const prepared = await prepareRun(this.#host, run);
    const row = await this.#storage.runs.create(prepared.run, prepared.ifBusy, prepared.stamp);
    this.#recoverLater(row);
    if (prepared.stopOthers) await this.#stopEarlier(row, prepared.stopOthers);
    this.#startWhatMay();
    return row;
  }

  refuseMoreRuns(owner: string): void {
    if (this.#queue.takesMore(owner)) return;
    throw new StorageError(
      'too-many',
      'As many runs are open as there may be. Wait until some have ended, then try again.',
    );
  }

  follow(runId: string, afterId: number, signal: AbortSignal): AsyncIterable<RunEvent> {
    return followRun(this.#storage.events, runId, this.#live.get(runId), afterId, signal);
  }

  async ended(runId: string, signal: AbortSignal): Promise<RunRow | undefined> {
    const live = this.#live.get(runId);
    while (live?.state === 'open') {
      await live.news(live.told, signal);
      signal.throwIfAborted();
    }
    if (live?.state === 'shutting-down') throw new ShuttingDownError();
    return this.#storage.runs.find(runId);
  }

  async cancel(
    owner: string,
    threadId: string,
    runId: string,
    action: CancelAction,
  ): Promise<void> {
    await this.requestCancel(owner, threadId, runId, action);
    await this.#active.get(runId)?.done;
  }

  async requestCancel(
    owner: string,
    threadId: string,
    runId: string,
    action: CancelAction,
  ): Promise<void> {
    if (!(await this.#storage.runs.get(owner, threadId, runId)))
      throw new StorageError('not-found', `There is no run ${runId} in this thread.`);
    const open = await this.#storage.runs.requestCancel(runId, action);
    if (open) await this.#stop(open, action);
  }

  async cancelOpen(
    owner: string,
    status: 'pending' | 'running' | 'all',
    action: CancelAction,
  ): Promise<void> {
    const open = await this.#storage.runs.open(owner);
    const meant = open.filter((run) => status === 'all' || run.status === status);
    // Newest first, so that none of them is begun only because the one before it has ended.
    for (const { threadId, runId } of meant.toReversed())
      await this.requestCancel(owner, threadId, runId, action);
    for (const { runId } of meant) await this.#active.get(runId)?.done;
  }

  async deleteThread(owner: string, threadId: string): Promise<boolean> {
    const open = await this.#storage.runs.openOn(owner, threadId);
    // Erased first: from then on its runs are fenced out, so stopping them writes nothing more.
    if (!(await this.#storage.threads.delete(owner, threadId))) return false;
    for (const { runId } of open) this.#queue.remove(runId);
    await Promise.all(open.map(({ runId }) => this.#stopActive(runId, 'lost')));
    for (const { runId } of open) this.#tellEnd(runId);
    return true;
  }

  async recover(): Promise<void> {
    const open = await this.#storage.runs.open();
    const replaced = replacedRuns(open);
    for (const run of open) {
      const by = replaced.get(run.runId);
      const inTurn = by !== undefined && (await this.#endsInTurn(run, run.cancel ?? by));
      const action = run.cancel ?? by;
      if (action && !inTurn) {
        await this.#endUnstarted(run, action);
        continue;
      }
      this.#recoverLater(run);
      if (inTurn) this.#queue.hasten(run.runId);
    }
    const { storage, logger, limits } = this.#host;
    const leaving = this.#stopping.signal;
    const keep = () => pause(this.#clock, limits.eventRetentionMs, leaving);
    await eraseTemporaryThreads({ engine: this, storage, logger, keep, leaving });
    await this.tidyUp();
    this.#startWhatMay();
  }

  async drain(graceMs: number): Promise<void> {
    this.#stopping.abort();
    this.#callOffTimer?.();
    const done = Promise.all([...this.#active.values()].map((active) => active.done));
    const grace = Promise.withResolvers<undefined>();
    const callOff = this.#clock.after(graceMs, () => grace.resolve(undefined));
    await Promise.race([done, grace.promise]);
    callOff();
    for (const { control } of this.#active.values()) control.abort(new RunStopped('shutting-down'));
    await done;
    for (const live of this.#live.values()) live.close('shutting-down');
    this.#live.clear();
  }

  async tidyUp(): Promise<void> {
    this.#tidiedAt = this.#clock.now();
    await this.#storage.events.prune(new Date(this.#tidiedAt - this.#limits.eventRetentionMs));
    await this.#storage.sweepExpired();
  }

  #recoverLater(run: RunRow): void {
    if (!this.#live.has(run.runId)) this.#live.set(run.runId, new LiveRun());
    this.#queue.add(run);
  }

  #startWhatMay(): void {
    if (this.#leaves) return;
    const now = this.#clock.now();
    for (let run = this.#queue.start(now); run; run = this.#queue.start(now)) this.#start(run);
    this.#callOffTimer?.();
    const due = this.#queue.nextDue(now);
    this.#callOffTimer =
      due === undefined ? undefined : this.#clock.after(due - now, () => this.#startWhatMay());
  }

  #start(run: RunRow): void {
    const control = new AbortController();
    const named = { kind: 'run', run_id: run.runId, thread_id: run.threadId } as const;
    const running = duringActivity(named, () => this.#runToItsEnd(run, control));
    const done = running.then(() => {
      this.#active.delete(run.runId);
      this.#queue.finish(run.runId);
      this.#startWhatMay();
    });
    this.#active.set(run.runId, { control, done });
  }

  /** Never throws: what storage refuses now (a full disk) is tried again, so no thread stays busy. */
  async #runToItsEnd(run: RunRow, control: AbortController): Promise<void> {
    const { runId, threadId } = run;
    for (let concluded = false; !concluded && !this.#leaves;) {
      try {
        await this.#attempt(run, control);
        concluded = true;
      } catch (error) {
        const fields = { runId, threadId, error: loggableError(error) };
        this.#host.logger.error(fields, 'run not concluded, trying again');
        // What storage refuses now may be taken later.
        await pause(this.#clock, this.#limits.retryMs, this.#stopping.signal);
      }
    }
  }

  /** Begins the run once more and sees it ended; throws when it is open after that. */
  async #attempt({ runId }: RunRow, control: AbortController): Promise<void> {
    const { runs } = this.#storage;
    const before = await runs.find(runId);
    if (before && isOpen(before)) {
      const live = this.#live.get(runId) ?? new LiveRun();
      const claimed = await runs.claim(runId, before.attempt, new Date(this.#clock.now()));
      if (before.cancel) control.abort(new RunStopped(before.cancel));
      if (claimed) await new Attempt(this.#host, claimed, live, control).execute();
    }
    const after = await runs.find(runId);
    if (after && isOpen(after)) {
      if (this.#leaves) return;
      throw new StorageError('busy', 'The run could not be claimed or brought to an end.');
    }
    this.#tellEnd(runId);
    if (this.#clock.now() - this.#tidiedAt >= TIDY_EVERY_MS) await this.tidyUp();
  }

  async #stopEarlier(run: RunRow, action: CancelAction): Promise<void> {
    const open = await this.#storage.runs.openOn(run.owner, run.threadId);
    const at = open.findIndex(({ runId }) => runId === run.runId);
    for (const earlier of open.slice(0, at)) {
      // One that is under way may take its time; the new run waits for it in the queue, not here.
      if (!this.#active.has(earlier.runId) && (await this.#endsInTurn(earlier, action))) continue;
      const noted = await this.#storage.runs.requestCancel(earlier.runId, action);
      if (noted) await this.#stop(noted, action);
    }
  }

  /**
   * Notes on a run that is not under way that it is interrupted, and leaves it its turn, which is due
   * at once: then it puts into the thread what was said in it, after what the runs before it have put
   * there. False where it is to be rolled back.
   */
  async #endsInTurn({ runId }: RunRow, action: CancelAction): Promise<boolean> {
    if (action !== 'interrupt') return false;
    const noted = (await this.#storage.runs.requestCancel(runId, action)) !== undefined;
    if (noted) this.#queue.hasten(runId);
    return noted;
  }

  /** Tells a run that is under way to stop, and ends one that is not. */
  async #stop(run: RunRow, action: CancelAction): Promise<void> {
    const active = this.#active.get(run.runId);
    if (active) {
      active.control.abort(new RunStopped(action));
      return;
    }
    this.#queue.remove(run.runId);
    await this.#endUnstarted(run, action);
  }

  /** Stops the run if it is under way, and waits until it has. */
  async #stopActive(runId: string, reason: StopReason): Promise<void> {
    const active = this.#active.get(runId);
    active?.control.abort(new RunStopped(reason));
    await active?.done;
  }

  /** Ends a run that this process has not begun. */
  async #endUnstarted(run: RunRow, action: CancelAction): Promise<void> {
    const { owner, threadId, runId, attempt } = run;
    const { runs } = this.#storage;
    if (action === 'rollback') await runs.delete(owner, threadId, runId, { checkpoints: true });
    else if (attempt === 0) await runs.end(runId, { status: 'interrupted' });
    else {
      const threadStatus = await statusWhenStopped(this.#storage.checkpointer(owner), threadId);
      await runs.end(runId, { status: 'interrupted', threadStatus });
    }
    this.#tellEnd(runId);
  }

  #tellEnd(runId: string): void {
    this.#live.get(runId)?.close('ended');
    this.#live.delete(runId);
  }

  get #leaves(): boolean {
    return this.#stopping.signal.aborted;
  }
}
