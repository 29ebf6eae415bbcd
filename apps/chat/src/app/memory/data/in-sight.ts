/**
 * Runs something each time the page comes into sight, and aborts it when it goes out of sight or is
 * left: a page that nobody sees holds no connection. Returns what ends that for good.
 */
export function whileInSight(run: (signal: AbortSignal) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let current: AbortController | undefined;
  const end = () => {
    current?.abort();
    current = undefined;
  };
  const look = () => {
    if (document.visibilityState !== 'visible') end();
    else if (current === undefined) {
      current = new AbortController();
      run(current.signal);
    }
  };
  document.addEventListener('visibilitychange', look, { signal });
  window.addEventListener('pagehide', end, { signal });
  window.addEventListener('pageshow', look, { signal });
  look();
  return () => {
    listening.abort();
    end();
  };
}
