import { SCOPE_STORAGE_KEY } from '#contract/names';

/** How long other tabs are told of a new identity, in milliseconds: storage reaches them in far less. */
export const TOLD_FOR_MS = 5_000;

const SETUP_LOCK = `${SCOPE_STORAGE_KEY}.setup`;
const MADE_LOCK = `${SCOPE_STORAGE_KEY}.made:`;

export interface MakingDeps {
  /** The tabs' common locks; undefined where the browser has none. */
  readonly locks: Pick<LockManager, 'query' | 'request'> | undefined;
  /** Source of new identities; undefined where the browser offers none. */
  readonly createId: (() => string) | undefined;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Captures the identity of a page, one tab after the other. Tabs are processes with copies of the
 * storage that catch up a little later, so two that are opened at once can both find it empty and
 * both read back their own. Locks are common to all tabs at once: a new identity is told in the name
 * of one, and `capture` gets that very identity where storage does not show it yet.
 */
export async function captureInTurn<T>(
  { locks, createId, pause }: MakingDeps,
  capture: (createId: (() => string) | undefined) => T,
): Promise<T> {
  if (locks === undefined || createId === undefined) return capture(createId);
  let captured: { readonly value: T } | undefined;
  try {
    return await locks.request(SETUP_LOCK, async () => {
      const told = await toldIdentity(locks);
      let made: string | undefined;
      const value = capture(() => told ?? (made = createId()));
      captured = { value };
      if (made !== undefined) await tell(locks, made, pause);
      return value;
    });
  } catch {
    // A page that may not use locks has an identity all the same, as it would have without others.
    return captured === undefined ? capture(createId) : captured.value;
  }
}

async function toldIdentity(locks: Pick<LockManager, 'query'>): Promise<string | undefined> {
  const { held = [] } = await locks.query();
  const names = held.map(({ name }) => name ?? '');
  return names.find((name) => name.startsWith(MADE_LOCK))?.slice(MADE_LOCK.length);
}

/** Settled once other tabs can find it. Not for ever: an identity that is erased must not come back. */
function tell(
  locks: Pick<LockManager, 'request'>,
  id: string,
  pause: MakingDeps['pause'],
): Promise<void> {
  return new Promise((told, failed) => {
    const hold = () => {
      told();
      return pause(TOLD_FOR_MS);
    };
    locks.request(MADE_LOCK + id, hold).catch(failed);
  });
}
