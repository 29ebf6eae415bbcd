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

/**
 * Calls back when the page is left, and when it comes back from the browser's page cache after that.
 * Returns how to stop that.
 */
export function onLeave(leave: () => void, comeBack: () => void = () => undefined): () => void {
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
