import { PRIVATE_STATE_KEYS } from '#contract/names';

import { HttpError } from './http-error.ts';

/**
 * Refuses a state update that would set private state: the server alone says what was read and
 * whose it was. `update` is an object, or a list of [key, value] pairs.
 * Throws HttpError `invalid` naming the key and where it stands.
 */
export function refusePrivateState(update: unknown, where: string): void {
  const keys = updateKeys(update);
  const found = PRIVATE_STATE_KEYS.find((key) => keys.includes(key));
  if (found !== undefined)
    throw new HttpError(
      'invalid',
      `${where} may not set "${found}": that is the server's own record of a memory read.`,
    );
}

function updateKeys(update: unknown): unknown[] {
  if (Array.isArray(update))
    return update.flatMap((pair: unknown) =>
      Array.isArray(pair) ? [pair[0] as unknown] : updateKeys(pair),
    );
  return typeof update === 'object' && update !== null ? Object.keys(update) : [];
}
