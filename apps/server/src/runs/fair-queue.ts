import type { RunRow } from '../storage/storage.ts';

export interface QueueLimits {
  /** Runs at a time, of all owners together. */
  readonly total: number;
  /** Runs at a time of one owner. */
  readonly perOwner: number;
  /** Runs that wait or run, of all owners together. */
  readonly openInAll: number;
  /** Runs of one owner that wait or run. */
  readonly openPerOwner: number;
}

type Waiting = Pick<RunRow, 'runId' | 'threadId' | 'owner' | 'notBefore'>;

/**
 * Decides which waiting run starts next: owners take turns, an owner's runs keep their order, a
 * thread runs one at a time. It knows nothing but what it is told.
 */
export class FairQueue<Run extends Waiting> {
  readonly #limits: QueueLimits;
  /** By owner; the owner whose turn comes first is the oldest key. */
  readonly #waiting = new Map<string, Run[]>();
  readonly #running = new Map<string, Run>();
  /** Runs that wait for their time no more. */
  readonly #hastened = new Set<string>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  add(run: Run): void {
    const runs = this.#waiting.get(run.owner);
    if (runs) runs.push(run);
    else this.#waiting.set(run.owner, [run]);
  }

  /** Lets a run that waits for its time start as soon as its turn comes. */
  hasten(runId: string): void {
    this.#hastened.add(runId);
  }

  /** Whether one more run of this owner may be added. */
  takesMore(owner: string): boolean {
    const { openInAll, openPerOwner } = this.#limits;
    let open = this.#running.size;
    for (const runs of this.#waiting.values()) open += runs.length;
    const own = (this.#waiting.get(owner)?.length ?? 0) + this.#count(owner);
    return open < openInAll && own < openPerOwner;
  }

  /** Takes a waiting run out. Whether it was waiting. */
  remove(runId: string): boolean {
    for (const [owner, runs] of this.#waiting) {
      const at = runs.findIndex((run) => run.runId === runId);
      if (at === -1) continue;
      runs.splice(at, 1);
      this.#hastened.delete(runId);
      if (runs.length === 0) this.#waiting.delete(owner);
      return true;
    }
    return false;
  }

  /** The next run that may start at `now` (milliseconds); it counts as running from here on. */
  start(now: number): Run | undefined {
    if (this.#running.size >= this.#limits.total) return undefined;
    for (const [owner, runs] of this.#waiting) {
      if (this.#count(owner) >= this.#limits.perOwner) continue;
      const run = runs.find((each) => this.#dueAt(each) <= now && !this.#isBusy(each));
      if (!run) continue;
      this.#waiting.delete(owner);
      const rest = runs.filter((other) => other !== run);
      if (rest.length > 0) this.#waiting.set(owner, rest);
      this.#running.set(run.runId, run);
      return run;
    }
    return undefined;
  }

  /** Gives a running run's place back. */
  finish(runId: string): void {
    this.#running.delete(runId);
    this.#hastened.delete(runId);
  }

  /** When the next run that waits for its time is due, in milliseconds since the epoch. */
  nextDue(now: number): number | undefined {
    const times = [...this.#waiting.values()]
      .flat()
      .map((run) => this.#dueAt(run))
      .filter((time) => time > now);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #dueAt({ runId, notBefore }: Waiting): number {
    return this.#hastened.has(runId) ? 0 : notBefore.getTime();
  }

  #count(owner: string): number {
    return [...this.#running.values()].filter((run) => run.owner === owner).length;
  }

  #isBusy({ owner, threadId }: Waiting): boolean {
    return [...this.#running.values()].some(
      (run) => run.owner === owner && run.threadId === threadId,
    );
  }
}
