/** What of an unexpected error may stand in the log. */
export interface ErrorDescription {
  readonly name: string;
  readonly code?: string;
  readonly message?: string;
  readonly frames: readonly string[];
  readonly cause?: ErrorDescription;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Describes an error without what people wrote: parsers and model providers quote their input in
 * messages, so a message is kept only where the runtime alone words it, and scopes are cut out.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const worded =
    code !== undefined || error instanceof TypeError || error instanceof ReferenceError;
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    ...(worded && { message: error.message.slice(0, 300).replace(UUID, '<uuid>') }),
    frames: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 5 && { cause: describeError(error.cause, depth + 1) }),
  };
}
