import { Piscina } from 'piscina';

export interface ThreadPoolOptions {
  /** Module whose exports the threads run. */
  readonly file: URL;
  readonly threads: number;
  /** Tasks that wait for a thread. What comes on top is refused, as its turn would come too late. */
  readonly waiting: number;
  /** After how long without a task a thread ends, in milliseconds. */
  readonly idleMs: number;
  /** Largest heap of a thread, in MB; Node's own limit where none is given. */
  readonly memoryMb?: number;
}

/** Gives the pool, whose threads are started when they are first wanted and end when they are idle. */
export function threadPool(options: ThreadPoolOptions): () => Piscina {
  const { file, threads, waiting, idleMs, memoryMb } = options;
  let pool: Piscina | undefined;
  return () =>
    (pool ??= new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: threads,
      maxQueue: waiting,
      idleTimeout: idleMs,
      execArgv: [],
      ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    }));
}

/** Whether a task was refused because too many wait already. */
export function isQueueFull(error: unknown): boolean {
  return error instanceof Error && /queue is at limit/i.test(error.message);
}

/** Whether a thread was ended because its task took more memory than it may. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
