import { z } from 'zod';

import { name, names, page, smallMetadata, smallObject, uuid } from '../http/body.ts';
import { HttpError } from '../http/http-error.ts';
import { REQUEST_LIMITS } from '../request-limits.ts';
import type { AssistantSettings } from '../storage/assistants.ts';
import type { JsonObject } from '../storage/storage.ts';
import { putAsideOfOthers } from './config-of-others.ts';
import { runConfig } from './run-config.ts';

const { assistantDescription, contextBytes } = REQUEST_LIMITS;

const settings = {
  name: name.nullish(),
  description: z.string().max(assistantDescription).nullish(),
  config: runConfig.nullish(),
  context: smallObject(contextBytes).nullish(),
  metadata: smallMetadata.nullish(),
};

export const createBody = z.object({
  ...settings,
  assistant_id: uuid.nullish(),
  graph_id: name,
  if_exists: z.enum(['raise', 'do_nothing']).nullish(),
});

export const patchBody = z.object({ ...settings, graph_id: name.nullish() });

export const filter = {
  graph_id: name.optional(),
  name: name.optional(),
  metadata: smallMetadata.optional(),
};

export const searchBody = z.object({
  ...filter,
  ...page,
  sort_by: z.enum(['assistant_id', 'graph_id', 'created_at', 'updated_at', 'name']).optional(),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
  select: names.optional(),
});

export const versionsBody = z.object({ ...page, metadata: smallMetadata.nullish() });
export const latestBody = z.object({ version: z.int().min(1) });

/**
 * What a change leaves of an assistant's settings: what it does not name stays, metadata is merged.
 * Throws HttpError `too-large`, `invalid`.
 */
export function changed(
  before: AssistantSettings,
  change: z.infer<typeof patchBody>,
): AssistantSettings {
  const metadata = { ...before.metadata, ...change.metadata };
  refuseLargeMetadata(metadata);
  return {
    graphId: change.graph_id ?? before.graphId,
    name: change.name ?? before.name,
    description: change.description === undefined ? before.description : change.description,
    config: change.config == null ? before.config : putAsideOfOthers(change.config),
    context: change.context ?? before.context,
    metadata,
  };
}

function refuseLargeMetadata(metadata: JsonObject): void {
  const most = 2 * REQUEST_LIMITS.metadataBytes;
  if (JSON.stringify(metadata).length > most)
    throw new HttpError(
      'too-large',
      `The assistant's metadata would have more than ${most.toLocaleString('en')} characters of JSON. Set fields that are no longer wanted to null.`,
    );
}
