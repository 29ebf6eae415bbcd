import type { Run } from './code-runs';
import type { HighlightJob, HighlightReply } from './highlight-job';
import { languageNamed } from './languages';

/** Longest code that is coloured, in UTF-16 units. */
export const LONGEST_CODE = 30_000;

/** How long one block of code may take, in milliseconds. */
export const HIGHLIGHT_BUDGET_MS = 2_000;

/** The part of a worker that a highlighter uses. */
export interface HighlightWorker {
  onmessage: ((event: MessageEvent<HighlightReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(job: HighlightJob): void;
  terminate(): void;
}

export interface HighlighterDeps {
  readonly createWorker: () => HighlightWorker;
  /** Calls back after so many milliseconds; returns what prevents it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/**
 * Colours code in a worker, one block at a time. The patterns of a language can take minutes on
 * hostile code: such a block is given up after its budget and stays plain, and the page goes on.
 */
export class Highlighter {
  readonly #deps: HighlighterDeps;
  #worker: HighlightWorker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: HighlighterDeps) {
    this.#deps = deps;
  }

  /** The runs of the code; undefined when it is to be shown plain. */
  async highlight(code: string, name: string): Promise<readonly Run[] | undefined> {
    const language = languageNamed(name);
    if (language === undefined || code.length > LONGEST_CODE) return undefined;
    const job = this.#last.then(() => this.#run({ code, language }));
    this.#last = job;
    return job;
  }

  /** Never rejects: the next job waits for it. */
  #run(job: HighlightJob): Promise<readonly Run[] | undefined> {
    const { promise, resolve } = Promise.withResolvers<readonly Run[] | undefined>();
    const worker = (this.#worker ??= this.#deps.createWorker());
    const giveUp = () => {
      worker.terminate();
      this.#worker = undefined;
      resolve(undefined);
    };
    const callOff = this.#deps.after(HIGHLIGHT_BUDGET_MS, giveUp);
    worker.onmessage = ({ data: { runs } }) => {
      callOff();
      resolve(runs);
    };
    // Its code could not be loaded; the next block tries again.
    worker.onerror = () => {
      callOff();
      giveUp();
    };
    worker.postMessage(job);
    return promise;
  }
}
