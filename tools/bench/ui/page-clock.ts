import type { Page } from '@playwright/test';

/** What the page itself has measured, in milliseconds since its navigation began. */
export interface PageTimes {
  /** Milliseconds since 1970 at which the navigation began. */
  readonly origin: number;
  /** When the composer was painted for the first time. */
  readonly composerAt: number | undefined;
  /** When the last keydown arrived. */
  readonly keyAt: number;
  /** From each keydown to the frame after it, painted. */
  readonly keysToPaint: readonly number[];
  /** When an answer's first words were painted, since the last reset. */
  readonly firstWordsAt: number | undefined;
  /** When the words that are waited for were painted as the end of the last message. */
  readonly lastWordsAt: number | undefined;
  /** When an answer was said to be saved. */
  readonly savedAt: number | undefined;
  /** When the last message was painted for the first time. */
  readonly openAt: number | undefined;
  readonly messages: number;
  /** The longest time between two frames since an answer's first words, or the last reset. */
  readonly worstFrameMs: number;
}

declare global {
  interface Window {
    readonly benchTimes: () => PageTimes;
    /** Begins anew; `lastWords` are waited for from then on. */
    readonly benchReset: (lastWords?: string) => void;
  }
}

/** Measures inside the page, so that the driver's own delays are in no number. */
export async function installPageClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let composerAt: number | undefined;
    let keyAt = 0;
    let keysToPaint: number[] = [];
    let firstWordsAt: number | undefined;
    let lastWordsAt: number | undefined;
    let savedAt: number | undefined;
    let openAt: number | undefined;
    let lastWords: string | undefined;
    let messages = 0;
    let messagesBefore = 0;
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
    const lookAtMessages = () => {
      const texts = document.querySelectorAll('article .message-text');
      messages = texts.length;
      const text = texts[texts.length - 1]?.textContent ?? '';
      if (text === '') return;
      if (openAt === undefined) {
        openAt = 0;
        painted((at) => (openAt = at));
      }
      // The question is a message of its own; the answer is the one after it.
      if (firstWordsAt === undefined && messages >= messagesBefore + 2) {
        firstWordsAt = 0;
        painted((at) => {
          firstWordsAt = at;
          worstFrameMs = 0;
        });
      }
      if (savedAt === undefined && (lastWords === undefined || lastWordsAt !== undefined)) {
        const marks = document.querySelectorAll('tl-turn-footer span');
        if ([...marks].some(({ textContent }) => textContent === 'Saved'))
          savedAt = performance.now();
      }
      if (lastWords !== undefined && lastWordsAt === undefined && text.endsWith(lastWords)) {
        lastWordsAt = 0;
        painted((at) => (lastWordsAt = at));
      }
    };
    new MutationObserver(() => {
      if (composerAt === undefined && document.querySelector('#message') !== null) {
        composerAt = 0;
        painted((at) => (composerAt = at));
      }
      lookAtMessages();
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
        origin: performance.timeOrigin,
        composerAt,
        firstWordsAt,
        keyAt,
        keysToPaint,
        lastWordsAt,
        savedAt,
        openAt,
        messages,
        worstFrameMs,
      }),
      benchReset: (words?: string) => {
        firstWordsAt = undefined;
        lastWordsAt = undefined;
        savedAt = undefined;
        lastWords = words;
        keysToPaint = [];
        messagesBefore = messages;
        worstFrameMs = 0;
      },
    };
    Object.assign(window, measures);
  });
}
