import { SCOPE_STORAGE_KEY } from '#contract/names';
import { isScope, type MemoryScope } from '#contract/scope';

/** The part of `Storage` that the scope needs. Both methods may throw. */
export type ScopeStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The part of a `StorageEvent` that the scope reads. */
export type ScopeStorageEvent = Pick<StorageEvent, 'key' | 'newValue'> & {
  readonly storageArea: unknown;
};

/** Everything of the browser that the scope depends on. */
export interface BrowserScopeDeps {
  /** Opens the storage; a browser may throw already here. */
  readonly openStorage: () => ScopeStorage;
  /** Makes a UUID; undefined where the browser offers none (plain http over a network). */
  readonly createId: (() => string) | undefined;
  /** Registers a listener for changes made by other tabs and returns its removal. Optional. */
  readonly onStorageEvent?: (listener: (event: ScopeStorageEvent) => void) => () => void;
}

/** Who is writing, at one moment. Blocked lasts for the page's life. */
export type ScopeSnapshot =
  | { readonly status: 'ready'; readonly scope: MemoryScope }
  | {
      readonly status: 'blocked';
      /** The scope, if one was captured: reading and stopping still work under it. */
      readonly scope: MemoryScope | undefined;
      readonly warning: string;
    };

/** The answer to "may this be written now?". */
export type Admission =
  | { readonly admitted: true; readonly scope: MemoryScope }
  | { readonly admitted: false; readonly warning: string };

/** What came of putting another identity into the storage. */
export type Move = { readonly moved: true } | { readonly moved: false; readonly warning: string };

/** One immutable identity for one page load. */
export interface BrowserScope {
  snapshot(): ScopeSnapshot;
  /** Checks the stored identity again; ask immediately before every authoring action. */
  admit(): Admission;
  /**
   * Puts an identity that the person brings along in the place of the stored one, and reads it back.
   * Refused while this page may not write. This page keeps the identity it began with, and is blocked.
   */
  moveTo(scope: MemoryScope): Move;
  /** Calls back with every later snapshot; returns the removal. Inert after `dispose`. */
  subscribe(listener: (snapshot: ScopeSnapshot) => void): () => void;
  /** Stops listening and blocks for good. Idempotent. */
  dispose(): void;
}

export const SETUP_WARNING = $localize`Your memory identity could not be read or saved in this browser, so nothing can be sent. Allow this site to store data, then reload the page.`;

export const INSECURE_WARNING = $localize`This address is plain http over a network, where browsers offer no secure way to make a memory identity, so nothing can be sent. Open Throughline over https or on localhost, then reload the page.`;

export const CHANGED_WARNING = $localize`The memory identity saved in this browser was changed or removed after this page was opened, so nothing more can be sent from here. A turn that is already running may finish under the identity it started with. Reload the page to go on.`;

export const MOVED_WARNING = $localize`This browser now holds another memory identity, which you entered. Reload the page to use it; nothing more can be sent from here until then.`;

export const NOT_MOVED_WARNING = $localize`This browser did not keep the identity. Allow this site to store data, then try again.`;

export const DISPOSED_WARNING = $localize`This page has been closed. Reload the page to go on.`;

/** Captures the identity of this page load: the stored one, or a new one that storage has kept. */
export function createBrowserScope(deps: BrowserScopeDeps): BrowserScope {
  const listeners = new Set<(snapshot: ScopeSnapshot) => void>();
  let storage: ScopeStorage | undefined;
  let removeListener: (() => void) | undefined;
  let disposed = false;
  let current: ScopeSnapshot;

  function block(warning: string): void {
    if (current.status === 'blocked') return;
    current = blocked(warning, current.scope);
    for (const listener of [...listeners]) listener(current);
  }

  function storedScopeStands(): boolean {
    try {
      return storage?.getItem(SCOPE_STORAGE_KEY) === current.scope;
    } catch {
      // An identity that cannot be read any more is one that changed.
      return false;
    }
  }

  function admit(): Admission {
    if (current.status === 'ready' && !storedScopeStands()) block(CHANGED_WARNING);
    return current.status === 'ready'
      ? Object.freeze({ admitted: true, scope: current.scope })
      : Object.freeze({ admitted: false, warning: current.warning });
  }

  function keep(scope: MemoryScope): boolean {
    try {
      storage?.setItem(SCOPE_STORAGE_KEY, scope);
      return storage?.getItem(SCOPE_STORAGE_KEY) === scope;
    } catch {
      // Full or forbidden storage: what it holds is looked at again before the next action.
      return false;
    }
  }

  function heard(event: ScopeStorageEvent): void {
    if (event.storageArea !== null && event.storageArea !== storage) return;
    const cleared = event.key === null;
    const changed = event.key === SCOPE_STORAGE_KEY && event.newValue !== current.scope;
    if (cleared || changed) block(CHANGED_WARNING);
  }

  try {
    storage = deps.openStorage();
    current = capture(storage, deps.createId);
  } catch {
    // Whatever the browser threw, the person can do one thing: allow storage and reload.
    current = blocked(SETUP_WARNING, undefined);
  }
  try {
    removeListener = deps.onStorageEvent?.(heard);
  } catch {
    // Changes would go unheard, so nothing is written; what was captured can still be read under.
    block(SETUP_WARNING);
  }

  return Object.freeze({
    snapshot: () => current,
    admit,
    moveTo(scope: MemoryScope): Move {
      const admission = admit();
      if (!admission.admitted) return Object.freeze({ moved: false, warning: admission.warning });
      if (!isScope(scope) || !keep(scope))
        return Object.freeze({ moved: false, warning: NOT_MOVED_WARNING });
      if (scope !== current.scope) block(MOVED_WARNING);
      return Object.freeze({ moved: true });
    },
    subscribe(listener: (snapshot: ScopeSnapshot) => void): () => void {
      if (disposed) return () => undefined;
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispose(): void {
      if (disposed) return;
      disposed = true;
      removeListener?.();
      block(DISPOSED_WARNING);
      listeners.clear();
    },
  });
}

function capture(storage: ScopeStorage, createId: (() => string) | undefined): ScopeSnapshot {
  const stored = storage.getItem(SCOPE_STORAGE_KEY);
  if (stored !== null) return captured(stored);
  if (createId === undefined) return blocked(INSECURE_WARNING, undefined);
  const fresh = createId();
  if (!isScope(fresh)) return blocked(SETUP_WARNING, undefined);
  storage.setItem(SCOPE_STORAGE_KEY, fresh);
  // Two tabs may open at once: what the storage holds after both wrote is what both use.
  return captured(storage.getItem(SCOPE_STORAGE_KEY));
}

function captured(value: string | null): ScopeSnapshot {
  // A damaged identity is never repaired or replaced: that would abandon the memory it names.
  return isScope(value)
    ? Object.freeze({ status: 'ready', scope: value })
    : blocked(SETUP_WARNING, undefined);
}

function blocked(warning: string, scope: MemoryScope | undefined): ScopeSnapshot {
  return Object.freeze({ status: 'blocked', scope, warning });
}
