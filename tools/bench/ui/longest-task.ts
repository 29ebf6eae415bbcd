import type { Browser, Page } from '@playwright/test';

/** Chromium's own record of the tasks of a page's threads. */
const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'];

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: unknown };
}

/**
 * Notes what a page's main threads do until the result is called: that gives the longest single task,
 * in milliseconds of processor time. Unlike the time between two frames it does not grow when other
 * programs want the processor too.
 */
export async function watchTasks(browser: Browser, page: Page): Promise<() => Promise<number>> {
  await browser.startTracing(page, { categories: CATEGORIES });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: readonly TraceEvent[];
    };
    const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const mains = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(thread),
    );
    const tasks = traceEvents
      .filter((event) => event.ph === 'X' && mains.has(thread(event)))
      .map(({ tdur = 0 }) => tdur / 1000);
    if (tasks.length === 0) throw new Error('The browser has told nothing of what the page did.');
    return tasks.reduce((longest, task) => Math.max(longest, task), 0);
  };
}
