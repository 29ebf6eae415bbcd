import { describe, expect, it, vi } from 'vitest';

import { SCOPE_STORAGE_KEY } from '#contract/names';
import type { MemoryScope } from '#contract/scope';

import {
  CHANGED_WARNING,
  createBrowserScope,
  INSECURE_WARNING,
  MOVED_WARNING,
  NOT_MOVED_WARNING,
  SETUP_WARNING,
  type BrowserScopeDeps,
  type ScopeSnapshot,
  type ScopeStorageEvent,
} from './browser-scope';

const SCOPE = '6f2c1d9e-4b7a-4c3d-9e1f-0a2b3c4d5e6f';
const OTHER = '11111111-2222-4333-8444-555555555555';

class FakeStorage {
  readonly values = new Map<string, string>();
  readonly writes: string[] = [];
  readonly fail = { get: false, set: false };
  /** What another tab leaves in place of our write. */
  overwriteWith: string | undefined;

  getItem(key: string): string | null {
    if (this.fail.get) throw new Error('SecurityError');
    return this.values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.fail.set) throw new Error('QuotaExceededError');
    this.writes.push(value);
    this.values.set(key, this.overwriteWith ?? value);
  }
}

function browser(stored: string | undefined, over: Partial<BrowserScopeDeps> = {}) {
  const storage = new FakeStorage();
  if (stored !== undefined) storage.values.set(SCOPE_STORAGE_KEY, stored);
  const listeners = new Set<(event: ScopeStorageEvent) => void>();
  const deps: BrowserScopeDeps = {
    openStorage: () => storage,
    createId: () => SCOPE,
    onStorageEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...over,
  };
  const emit = (event: Partial<ScopeStorageEvent>) => {
    const whole = { key: SCOPE_STORAGE_KEY, newValue: SCOPE, storageArea: storage, ...event };
    for (const listener of listeners) listener(whole);
  };
  return { storage, listeners, emit, deps, open: () => createBrowserScope(deps) };
}

const warningOf = (snapshot: ScopeSnapshot) =>
  snapshot.status === 'blocked' ? snapshot.warning : undefined;

describe('capture', () => {
  it('takes the stored value and writes nothing', () => {
    const { open, storage } = browser(OTHER);
    expect(open().snapshot()).toEqual({ status: 'ready', scope: OTHER });
    expect(storage.writes).toEqual([]);
  });

  it('generates one when there is none, and writes it', () => {
    const { open, storage } = browser(undefined);
    expect(open().snapshot()).toEqual({ status: 'ready', scope: SCOPE });
    expect(storage.values.get(SCOPE_STORAGE_KEY)).toBe(SCOPE);
  });

  it('reads back after the write: what storage holds wins', () => {
    const { open, storage } = browser(undefined);
    storage.overwriteWith = OTHER;
    expect(open().snapshot()).toEqual({ status: 'ready', scope: OTHER });
  });

  it('blocks when the read-back is not a scope', () => {
    const { open, storage } = browser(undefined);
    storage.overwriteWith = 'mangled';
    expect(warningOf(open().snapshot())).toBe(SETUP_WARNING);
  });

  it.each(['not-a-uuid', '', SCOPE.toUpperCase(), '6f2c1d9e-4b7a-1c3d-9e1f-0a2b3c4d5e6f'])(
    'refuses to write the generated value %j',
    (id) => {
      const { open, storage } = browser(undefined, { createId: () => id });
      expect(warningOf(open().snapshot())).toBe(SETUP_WARNING);
      expect(storage.writes).toEqual([]);
    },
  );

  it.each(['', 'corrupt', OTHER.toUpperCase() + 'A', ` ${OTHER}`, OTHER.replace('-4', '-1')])(
    'never repairs or replaces the stored value %j',
    (stored) => {
      const { open, storage } = browser(stored);
      expect(open().snapshot()).toEqual({
        status: 'blocked',
        scope: undefined,
        warning: SETUP_WARNING,
      });
      expect(storage.values.get(SCOPE_STORAGE_KEY)).toBe(stored);
      expect(storage.writes).toEqual([]);
    },
  );

  it('blocks when storage is missing, cannot be read or cannot be written', () => {
    const missing = browser(undefined, {
      openStorage: () => {
        throw new Error('no storage');
      },
    });
    const unreadable = browser(OTHER);
    unreadable.storage.fail.get = true;
    const unwritable = browser(undefined);
    unwritable.storage.fail.set = true;
    for (const { open } of [missing, unreadable, unwritable])
      expect(warningOf(open().snapshot())).toBe(SETUP_WARNING);
  });

  it.each([
    ['stored', OTHER, OTHER],
    ['new', undefined, SCOPE],
  ])(
    'blocks writing when no listener can be registered, and keeps the %s identity',
    (_, stored, scope) => {
      const { open } = browser(stored, {
        onStorageEvent: () => {
          throw new Error('no events');
        },
      });
      const opened = open();
      expect(opened.snapshot()).toEqual({ status: 'blocked', scope, warning: SETUP_WARNING });
      expect(opened.admit()).toEqual({ admitted: false, warning: SETUP_WARNING });
    },
  );

  it('says first what was wrong before the listener', () => {
    const { open } = browser(undefined, {
      createId: undefined,
      onStorageEvent: () => {
        throw new Error('no events');
      },
    });
    expect(warningOf(open().snapshot())).toBe(INSECURE_WARNING);
  });

  it('says why when the page is not secure and no id can be made', () => {
    const { open, storage } = browser(undefined, { createId: undefined });
    expect(warningOf(open().snapshot())).toBe(INSECURE_WARNING);
    expect(INSECURE_WARNING).toMatch(/plain http/);
    expect(storage.writes).toEqual([]);
  });

  it('works without events', () => {
    const { storage, deps } = browser(OTHER);
    const { openStorage, createId } = deps;
    const scope = createBrowserScope({ openStorage, createId });
    expect(scope.admit()).toEqual({ admitted: true, scope: OTHER });
    storage.values.set(SCOPE_STORAGE_KEY, SCOPE);
    expect(scope.admit().admitted).toBe(false);
  });
});

describe('later change', () => {
  it('has another warning than setup, and both say to reload', () => {
    expect(CHANGED_WARNING).not.toBe(SETUP_WARNING);
    for (const warning of [CHANGED_WARNING, SETUP_WARNING, INSECURE_WARNING])
      expect(warning).toMatch(/reload/i);
    expect(CHANGED_WARNING).toMatch(/already running may finish/);
  });

  it.each<[string, Partial<ScopeStorageEvent>, boolean]>([
    ['a replaced value', { newValue: SCOPE }, true],
    ['a removed value', { newValue: null }, true],
    ['a null storage area', { storageArea: null }, true],
    ['everything cleared', { key: null, newValue: null }, true],
    ['everything cleared, area unknown', { key: null, newValue: null, storageArea: null }, true],
    ['another storage area', { storageArea: {} }, false],
    ['another area cleared', { key: null, newValue: null, storageArea: {} }, false],
    ['another key', { key: 'theme' }, false],
    ['the same value', { newValue: OTHER }, false],
  ])('%s', (_what, event, blocks) => {
    const { open, emit } = browser(OTHER);
    const scope = open();
    emit(event);
    expect(warningOf(scope.snapshot())).toBe(blocks ? CHANGED_WARNING : undefined);
    expect(scope.snapshot().scope).toBe(OTHER);
  });

  it.each<[string, (storage: FakeStorage) => void]>([
    ['replaced', (storage) => storage.values.set(SCOPE_STORAGE_KEY, SCOPE)],
    ['removed', (storage) => storage.values.delete(SCOPE_STORAGE_KEY)],
    ['unreadable', (storage) => (storage.fail.get = true)],
  ])('is found by the check before an action: %s', (_what, change) => {
    const { open, storage } = browser(OTHER);
    const scope = open();
    expect(scope.admit()).toEqual({ admitted: true, scope: OTHER });
    change(storage);
    expect(scope.admit()).toEqual({ admitted: false, warning: CHANGED_WARNING });
    expect(scope.snapshot()).toEqual({ status: 'blocked', scope: OTHER, warning: CHANGED_WARNING });
  });

  it('stays blocked when the value is restored', () => {
    const { open, storage, emit } = browser(OTHER);
    const scope = open();
    storage.values.delete(SCOPE_STORAGE_KEY);
    scope.admit();
    storage.values.set(SCOPE_STORAGE_KEY, OTHER);
    emit({ newValue: OTHER });
    expect(scope.admit().admitted).toBe(false);
  });
});

describe('the controller', () => {
  it('freezes itself, its snapshots and its admissions', () => {
    const { open, emit } = browser(OTHER);
    const scope = open();
    const things: unknown[] = [scope, scope.snapshot(), scope.admit()];
    emit({});
    things.push(scope.snapshot(), scope.admit());
    for (const thing of things) expect(Object.isFrozen(thing)).toBe(true);
  });

  it('notifies subscribers once, until they leave', () => {
    const { open, emit } = browser(OTHER);
    const scope = open();
    const [staying, leaving] = [vi.fn(), vi.fn()];
    scope.subscribe(staying);
    scope.subscribe(leaving)();
    emit({});
    emit({});
    expect(staying.mock.calls).toEqual([[scope.snapshot()]]);
    expect(leaving).not.toHaveBeenCalled();
  });

  it('disposes once: removes its listener, blocks, notifies once, later subscribers are inert', () => {
    const { open, listeners } = browser(OTHER);
    const scope = open();
    const [before, after] = [vi.fn(), vi.fn()];
    scope.subscribe(before);
    scope.dispose();
    scope.subscribe(after);
    scope.dispose();
    expect(listeners.size).toBe(0);
    expect(before).toHaveBeenCalledOnce();
    expect(after).not.toHaveBeenCalled();
    expect(scope.admit().admitted).toBe(false);
    expect(scope.snapshot().scope).toBe(OTHER);
  });
});

describe('moving to another identity', () => {
  const moved = OTHER as MemoryScope;

  it('writes it, keeps the one that this page began with, and blocks', () => {
    const { open, storage } = browser(SCOPE);
    const scope = open();
    expect(scope.moveTo(moved)).toEqual({ moved: true });
    expect(storage.values.get(SCOPE_STORAGE_KEY)).toBe(OTHER);
    expect(scope.snapshot()).toEqual({ status: 'blocked', scope: SCOPE, warning: MOVED_WARNING });
    expect(scope.admit()).toEqual({ admitted: false, warning: MOVED_WARNING });
  });

  it('never writes what is no scope', () => {
    const { open, storage } = browser(SCOPE);
    const scope = open();
    const upper = OTHER.toUpperCase().replace('4333', 'A333') as MemoryScope;
    expect(scope.moveTo(upper)).toEqual({ moved: false, warning: NOT_MOVED_WARNING });
    expect(storage.writes).toEqual([]);
    expect(scope.snapshot().status).toBe('ready');
  });

  it('changes nothing when the page may not write: a corrupt identity is never replaced', () => {
    const { open, storage } = browser('corrupt');
    expect(open().moveTo(moved)).toEqual({ moved: false, warning: SETUP_WARNING });
    expect(storage.writes).toEqual([]);
  });

  it('is not claimed when the storage did not keep it', () => {
    const refusing = browser(SCOPE);
    refusing.storage.fail.set = true;
    expect(refusing.open().moveTo(moved)).toEqual({ moved: false, warning: NOT_MOVED_WARNING });
    const racing = browser(SCOPE);
    racing.storage.overwriteWith = SCOPE;
    expect(racing.open().moveTo(moved)).toEqual({ moved: false, warning: NOT_MOVED_WARNING });
  });

  it('to the same identity changes nothing', () => {
    const { open } = browser(SCOPE);
    const scope = open();
    expect(scope.moveTo(SCOPE as MemoryScope)).toEqual({ moved: true });
    expect(scope.snapshot().status).toBe('ready');
  });
});
