import { z } from 'zod';

import type { RecordKind } from '#graph/work/records';

/** A small kind of record for tests. */
export const NOTES: RecordKind<{ readonly text: string; readonly stage: string }> = {
  name: 'notes',
  schema: z.strictObject({ text: z.string().max(10_000), stage: z.string() }),
};

/** Another kind, whose records may have the same ids. */
export const PLANS: RecordKind<{ readonly steps: number }> = {
  name: 'plans',
  schema: z.strictObject({ steps: z.number() }),
};
