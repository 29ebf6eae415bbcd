import { z } from 'zod';

import { smallMetadata, uuid } from '../http/body.ts';

/** Where in a thread's history to stand; also as clients copy it out of a state. */
export const checkpointBody = z.object({
  thread_id: z.string().nullish(),
  checkpoint_id: uuid.nullish(),
  checkpoint_ns: z.string().max(2000).nullish(),
  checkpoint_map: smallMetadata.nullish(),
});
export type CheckpointBody = z.infer<typeof checkpointBody>;
