import type { Page } from '@playwright/test';

/** What the page itself has measured, in milliseconds since its navigation began. */
export interface PageTimes {
  /** When the composer was painted for the first time. */
  readonly composerAt: number | undefined;
  /** When the last keydown arrived. */
  readonly keyAt: number;
  /** From each keydown to the frame after it, painted. */
  readonly keysToPaint: readonly number[];
  /** When an answer's first words were painted, since the last `reset`. */
  readonly firstWordsAt: number | undefined;
  /** When the text of the last message last reached a new length, painted. */
  readonly lastGrowthAt: number;
  readonly lastLength: number;
  readonly messages: number;
  /** The longest time between two frames since an answer's first words, or the last `reset`. */
  readonly worstFrameMs: number;
}

declare global {
  interface Window {
    readonly benchTimes: () => PageTimes;
    readonly benchReset: () => void;
  }
}

/** Measures inside the page, so that the driver's own delays are in no number. */
export async function installPageClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let composerAt: number | undefined;
    let keyAt = 0;
    let keysToPaint: number[] = [];
    let firstWordsAt: number | undefined;
    let lastGrowthAt = 0;
    let lastLength = 0;
    let messages = 0;
    let worstFrameMs = 0;
    let lastFrame = performance.now();
    const painted = (then: (at: number) => void) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => then(performance.now());
        port2.postMessage(undefined);
      });
    };
    const frame = (now: number) => {
      worstFrameMs = Math.max(worstFrameMs, now - lastFrame);
      lastFrame = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new MutationObserver(() => {
      if (composerAt === undefined && document.querySelector('#message') !== null) {
        composerAt = 0;
        painted((at) => (composerAt = at));
      }
      const texts = document.querySelectorAll('article .message-text');
      const length = texts[texts.length - 1]?.textContent.length ?? 0;
      if (length === lastLength && texts.length === messages) return;
      lastLength = length;
      messages = texts.length;
      const isAnswer = texts.length > 1;
      painted((at) => {
        lastGrowthAt = at;
        if (!isAnswer || firstWordsAt !== undefined) return;
        firstWordsAt = at;
        worstFrameMs = 0;
      });
    }).observe(document, { childList: true, characterData: true, subtree: true });
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        keyAt = timeStamp;
        painted((at) => keysToPaint.push(at - timeStamp));
      },
      { capture: true },
    );
    const measures = {
      benchTimes: (): PageTimes => ({
        composerAt,
        firstWordsAt,
        keyAt,
        keysToPaint,
        lastGrowthAt,
        lastLength,
        messages,
        worstFrameMs,
      }),
      benchReset: () => {
        firstWordsAt = undefined;
        keysToPaint = [];
        worstFrameMs = 0;
      },
    };
    Object.assign(window, measures);
  });
}
