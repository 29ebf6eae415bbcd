/**
 * Calls back whenever the page may have missed something: it is looked at again, comes back from
 * the browser's page cache, or has a network again. Returns how to stop that.
 */
export function onReturn(callback: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onVisible = () => {
    if (document.visibilityState === 'visible') callback();
  };
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) callback();
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  window.addEventListener('pageshow', onShow, { signal });
  window.addEventListener('online', callback, { signal });
  return () => listening.abort();
}

/** Calls back when the network goes or comes: connections of before may be dead. Returns how to stop. */
export function onNetworkChange(callback: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('offline', callback, { signal });
  window.addEventListener('online', callback, { signal });
  return () => listening.abort();
}

/** Calls back when the page is left, and when it comes back from the browser's page cache after that. */
export function onPageLeave(leave: () => void, comeBack: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('pagehide', leave, { signal });
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) comeBack();
  };
  window.addEventListener('pageshow', onShow, { signal });
  return () => listening.abort();
}

/** Resolves after so many milliseconds, or sooner: when there is a network again, or on abort. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  const over = new AbortController();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener('online', end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
  });
}
