import { HttpError } from '../http/http-error.ts';
import type { Assistant } from './assistants.ts';
import type { KnownAssistants } from './known-assistants.ts';

/** By assistant id or graph id. Throws HttpError `not-found`; another owner's does not exist. */
export async function requireAssistant(
  assistants: KnownAssistants,
  owner: string,
  id: string,
): Promise<Assistant> {
  const assistant = await assistants.find(owner, id);
  if (assistant === undefined) throw assistantNotFound();
  return assistant;
}

/** Clients of the official server look for either of the two sentences. */
export function assistantNotFound(): HttpError {
  return new HttpError(
    'not-found',
    'Assistant not found. No assistant found for this id among those of this server and your own.',
  );
}
