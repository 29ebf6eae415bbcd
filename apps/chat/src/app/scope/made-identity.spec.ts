import { describe, expect, it } from 'vitest';

import { captureInTurn, TOLD_FOR_MS, type MakingDeps } from './made-identity';

const [FIRST, SECOND] = ['first-id', 'second-id'];

/** Tabs with common locks, each with a copy of the storage that never hears of the others. */
function tabs() {
  const locks = navigator.locks;
  const ids = [FIRST, SECOND];
  const told = Promise.withResolvers<undefined>();
  const pauses: number[] = [];
  const deps: MakingDeps = {
    locks,
    createId: () => ids.shift() ?? 'none left',
    pause: (milliseconds) => {
      pauses.push(milliseconds);
      return told.promise;
    },
  };
  const open = (over: Partial<MakingDeps> = {}) => {
    const copy = new Map<string, string>();
    return captureInTurn({ ...deps, ...over }, (createId) => {
      if (!copy.has('id') && createId !== undefined) copy.set('id', createId());
      return copy.get('id');
    });
  };
  return { deps, forget: () => told.resolve(undefined), open, pauses };
}

describe('an identity that is made', () => {
  it('is the one of all tabs that are opened at once', async () => {
    const { forget, open, pauses } = tabs();
    expect(await Promise.all([open(), open(), open()])).toEqual([FIRST, FIRST, FIRST]);
    expect(pauses).toEqual([TOLD_FOR_MS]);
    forget();
  });

  it('is told to no tab that is opened later', async () => {
    const { deps, forget, open } = tabs();
    expect(await open()).toBe(FIRST);
    forget();
    await expect.poll(async () => (await deps.locks?.query())?.held).toEqual([]);
    expect(await open()).toBe(SECOND);
  });

  it('is made without locks too', async () => {
    const { open } = tabs();
    expect(await open({ locks: undefined })).toBe(FIRST);
    const refused = () => Promise.reject(new DOMException('not here', 'SecurityError'));
    expect(await open({ locks: { query: refused, request: refused } })).toBe(SECOND);
  });

  it('is not made where the browser makes none', async () => {
    const { open } = tabs();
    expect(await open({ createId: undefined })).toBeUndefined();
  });
});
