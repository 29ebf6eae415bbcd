import { HttpError } from '../door/http-error.ts';

export function checkpointNotFound(): HttpError {
  return new HttpError('not-found', 'Checkpoint not found: this thread has none with that id.');
}
