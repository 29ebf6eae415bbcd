import { HttpError } from '../door/http-error.ts';
import type { Assistant, Assistants } from './assistants.ts';

/** By assistant id or graph id. Throws HttpError `not-found`. */
export function requireAssistant(assistants: Assistants, id: string): Assistant {
  const assistant = assistants.find(id);
  if (assistant === undefined)
    throw new HttpError(
      'not-found',
      'Assistant not found: no assistant or graph of this server has that id.',
    );
  return assistant;
}
