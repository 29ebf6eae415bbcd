/** What keeps a command from being done: `message` is a sentence for the person at the terminal. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
