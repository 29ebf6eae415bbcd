import { z } from 'zod';

import {
  isMemoryMode,
  MEMORY_MODE_KEY,
  MEMORY_MODES,
  TEMPORARY_TTL_MINUTES,
} from '#contract/memory-mode';

import { HttpError } from '../http/http-error.ts';
import type { JsonObject } from '../storage/storage.ts';

/** Longest time to live of a thread: one year. */
const MAX_MINUTES = 366 * 24 * 60;

const minutes = z.number().positive().max(MAX_MINUTES);

/**
 * Minutes after its last use when a thread is erased, bare or as the API's object. `delete` is the
 * one strategy there is.
 */
export const ttlBody = z
  .union([
    minutes,
    z
      .object({ ttl: minutes, strategy: z.literal('delete').optional() })
      .transform(({ ttl }) => ttl),
  ])
  .nullish();

/**
 * The time to live that a change of a thread gives it, in milliseconds: the one named, or that of
 * its memory mode, since a temporary conversation goes even if nobody deletes it. Null for none,
 * undefined to leave it as it is (`before` being the metadata so far). Throws HttpError `invalid` for a mode that there is not.
 */
export function timeToLive(
  ttl: number | null | undefined,
  metadata: JsonObject,
  before: JsonObject = {},
): number | null | undefined {
  const mode = metadata[MEMORY_MODE_KEY];
  if (mode !== undefined && !isMemoryMode(mode))
    throw new HttpError(
      'invalid',
      `metadata.${MEMORY_MODE_KEY} must be one of ${MEMORY_MODES.join(', ')}.`,
    );
  if (ttl != null) return ttl * 60_000;
  if (mode === 'temporary') return TEMPORARY_TTL_MINUTES * 60_000;
  const stays = mode !== undefined && before[MEMORY_MODE_KEY] === 'temporary';
  return stays || ttl === null ? null : undefined;
}
