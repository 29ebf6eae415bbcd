/** A backup or a restoration that cannot be done: `message` is a sentence for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
