/** At most so often is a list read anew by itself, in milliseconds. */
const LOOK_EVERY_MS = 30_000;

/**
 * Calls back when a person comes back to the page, and every now and then while they can see it.
 * Returns what ends that.
 */
export function onGlance(callback: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') callback();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Calls back when the page is left. Returns what ends that. */
export function onLeave(callback: () => void): () => void {
  window.addEventListener('pagehide', callback);
  return () => window.removeEventListener('pagehide', callback);
}
