import type { RunStatus, ThreadStatus } from '#contract/status';

import type { CancelAction } from '../../storage/storage.ts';
import type { Order } from './obedient-graph.ts';

interface ModelRun {
  readonly id: string;
  readonly resumes: boolean;
  status: RunStatus;
}

/** What the statuses of one thread and its runs must be, told in the fewest rules there are. */
export class StatusModel {
  #runs: ModelRun[] = [];
  /** What the last run left. */
  #left: Exclude<ThreadStatus, 'busy'> = 'idle';

  get thread(): ThreadStatus {
    return this.open.length > 0 ? 'busy' : this.#left;
  }

  /** Newest first, as they are listed. */
  get runs(): [id: string, status: RunStatus][] {
    return this.#runs.map((run): [string, RunStatus] => [run.id, run.status]).toReversed();
  }

  /** Pending or running runs, oldest first; the first one is running. */
  get open(): readonly ModelRun[] {
    return this.#runs.filter(({ status }) => status === 'pending' || status === 'running');
  }

  submit(id: string, strategy: 'enqueue' | CancelAction, resumes: boolean): void {
    if (strategy !== 'enqueue')
      for (const run of this.open.toReversed()) this.cancel(run, strategy);
    this.#runs.push({ id, resumes, status: 'pending' });
    this.#advance();
  }

  order(run: ModelRun, order: Order): void {
    run.status = order === 'fail' ? 'error' : 'success';
    if (order === 'fail') this.#left = 'error';
    else this.#left = order === 'ask' && !run.resumes ? 'interrupted' : 'idle';
    this.#advance();
  }

  cancel(run: ModelRun, action: CancelAction): void {
    const ran = run.status === 'running';
    if (action === 'rollback') this.#runs = this.#runs.filter((other) => other !== run);
    else run.status = 'interrupted';
    // A question that the run was to answer waits again.
    if (action === 'interrupt' && ran) this.#left = run.resumes ? 'interrupted' : 'idle';
    this.#advance();
  }

  delete(id: string): void {
    this.#runs = this.#runs.filter((run) => run.id !== id);
  }

  #advance(): void {
    const [next] = this.open;
    if (next) next.status = 'running';
  }
}
