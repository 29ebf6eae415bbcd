import { z } from 'zod';

import { isTimeZone, TIME_ZONE_KEY } from '#contract/time-zone';

import { name, names, smallMetadata, smallObject } from '../http/body.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';

/** A graph decides what clients may configure; only the person's time zone is checked here. */
const configurable = smallObject(REQUEST_LIMITS.configBytes).refine(
  (sent) => sent[TIME_ZONE_KEY] === undefined || isTimeZone(sent[TIME_ZONE_KEY]),
  { path: [TIME_ZONE_KEY], error: 'must be an IANA time zone, such as "Europe/Brussels"' },
);

/** RunnableConfig as far as a client may set it; what is not named here is the server's. */
export const runConfig = z.strictObject({
  tags: names.optional(),
  recursion_limit: z.int().min(1).max(1000).optional(),
  max_concurrency: z.int().min(1).max(64).optional(),
  run_name: name.optional(),
  metadata: smallMetadata.optional(),
  configurable: configurable.optional(),
  // A graph that calls this one passes them on; they mean something in its own process alone.
  run_id: z.unknown().optional(),
  callbacks: z.unknown().optional(),
});
