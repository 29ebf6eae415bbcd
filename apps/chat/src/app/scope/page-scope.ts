import { createBrowserScope, type BrowserScope } from './browser-scope';
import { captureInTurn } from './made-identity';

/** Captures the identity of this page load from the real browser. */
export function capturePageScope(): Promise<BrowserScope> {
  const making = {
    // Both are missing on plain http over a network, whatever their types say.
    locks: 'locks' in navigator ? navigator.locks : undefined,
    createId: 'randomUUID' in crypto ? () => crypto.randomUUID() : undefined,
    pause: (milliseconds: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  };
  return captureInTurn(making, (createId) =>
    createBrowserScope({
      openStorage: () => window.localStorage,
      createId,
      onStorageEvent: (listener) => {
        window.addEventListener('storage', listener);
        return () => window.removeEventListener('storage', listener);
      },
    }),
  );
}
