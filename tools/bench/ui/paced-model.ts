import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { isSourceTimes, type SourceTimes } from './source-times.ts';

/** The paced endpoint, in a process of its own: nothing that is measured can slow its pace. */
export class PacedModel {
  readonly url: string;
  readonly #child: ChildProcess;
  #times: SourceTimes | undefined;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
    child.on('message', (message: unknown) => {
      if (isSourceTimes(message)) this.#times = message;
    });
  }

  static async start(): Promise<PacedModel> {
    const child = fork(join(import.meta.dirname, 'paced-model-process.ts'));
    const [url] = (await once(child, 'message')) as [unknown];
    return new PacedModel(String(url), child);
  }

  /** When the last long answer was asked for, and its last chunk said. Throws if there was none. */
  get lastLongAnswer(): SourceTimes {
    if (this.#times === undefined) throw new Error('No long answer was asked for.');
    return this.#times;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.kill();
    await exit;
  }
}
