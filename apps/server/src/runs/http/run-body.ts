import { z } from 'zod';

import { runConfig } from '../../assistants/run-config.ts';
import { jsonObject, smallMetadata, name, names, uuid } from '../../http/body.ts';
import { REQUEST_LIMITS } from '../../request-limits.ts';
import { checkpointBody } from '../../threads/checkpoint-body.ts';

const STREAM_MODES = [
  'values',
  'messages',
  'messages-tuple',
  'updates',
  'events',
  'tasks',
  'checkpoints',
  'debug',
  'custom',
  'tools',
] as const;

/** Longest that a run may be put off, in seconds: one week. */
const MAX_AFTER_SECONDS = 7 * 24 * 60 * 60;

const { commandTargets, commandUpdates, contextBytes } = REQUEST_LIMITS;

const nodes = z.union([z.literal('*'), names], 'must be "*" or a short list of node names');
const sent = z.object({ node: name, input: z.unknown().optional() });
const target = z.union([name, sent]);

const command = z.object({
  resume: z.unknown().optional(),
  update: z
    .union(
      [jsonObject, z.array(z.tuple([name, z.unknown()])).max(commandUpdates)],
      `must be an object or a list of at most ${commandUpdates} [key, value] pairs`,
    )
    .nullish(),
  goto: z
    .union(
      [target, z.array(target).max(commandTargets)],
      `must be a node, or a list of at most ${commandTargets}`,
    )
    .nullish(),
});

/**
 * The body of every call that makes a run. Fields of the API that only tune delivery
 * (`durability`, `feedback_keys`, tracing) are accepted and left aside: runs are always kept in
 * the safest way. Fields that would promise something else are refused.
 */
export const runBody = z.object({
  assistant_id: name,
  input: z.unknown().optional(),
  command: command.nullish(),
  config: runConfig.nullish(),
  context: z
    .unknown()
    .refine(
      (value) => value === undefined || JSON.stringify(value).length <= contextBytes,
      `must have at most ${contextBytes.toLocaleString('en')} characters of JSON`,
    )
    .optional(),
  metadata: smallMetadata.nullish(),
  checkpoint: checkpointBody.nullish(),
  checkpoint_id: uuid.nullish(),
  stream_mode: z
    .union([z.enum(STREAM_MODES), z.array(z.enum(STREAM_MODES)).max(2 * STREAM_MODES.length)])
    .nullish(),
  stream_subgraphs: z.boolean().nullish(),
  stream_resumable: z.boolean().nullish(),
  interrupt_before: nodes.nullish(),
  interrupt_after: nodes.nullish(),
  multitask_strategy: z.enum(['reject', 'enqueue', 'interrupt', 'rollback']).nullish(),
  on_disconnect: z.enum(['cancel', 'continue']).nullish(),
  on_completion: z.enum(['delete', 'keep']).nullish(),
  if_not_exists: z.enum(['reject', 'create']).nullish(),
  after_seconds: z.number().min(0).max(MAX_AFTER_SECONDS).nullish(),
  webhook: z.null('is not supported: this server calls no one').optional(),
});
export type RunBody = z.infer<typeof runBody>;
