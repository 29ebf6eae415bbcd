/** Where the engine reports what a person at the server must know; pino fits. */
export interface RunLogger {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * An error as it may be logged: what it is and where it came from. Messages are left out, because a
 * graph's error may quote the conversation.
 */
export function loggableError(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { name: typeof thrown };
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: thrown.name,
    ...('status' in thrown && typeof thrown.status === 'number' && { status: thrown.status }),
    ...('code' in thrown && typeof thrown.code === 'string' && { code: thrown.code }),
    frames: frames.map((line) => line.trim()),
    ...(thrown.cause !== undefined && { cause: loggableError(thrown.cause) }),
  };
}
