/** Calls back at the next moment worth painting. */
export type Frames = (callback: () => void) => void;

/**
 * The browser's animation frames; a page in the background gets none, so a timer stands in there.
 */
export const animationFrames: Frames = (callback) => {
  if (document.visibilityState === 'visible') requestAnimationFrame(callback);
  else setTimeout(callback, HIDDEN_PAGE_MS);
};

/** How often a hidden page takes in what has arrived, in milliseconds. */
const HIDDEN_PAGE_MS = 250;
