/** A reply began and then nothing more came for a while. */
export class ModelStalledError extends Error {
  override readonly name = 'ModelStalledError';
  readonly silentMs: number;
  constructor(silentMs: number) {
    super(`The model fell silent for ${silentMs / 1000} s in the middle of its answer.`);
    this.silentMs = silentMs;
  }
}

/**
 * `fetch` for model providers: a body that goes silent ends in ModelStalledError (the client's own
 * timeout is over once the first byte has come), and an error sent with status 200 is given an
 * error's status, so that it cannot be taken for an empty answer.
 */
export function providerFetch(idleTimeoutMs: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (response.ok && isJson) return honest(response, idleTimeoutMs);
    if (!response.body) return response;
    return new Response(watched(response.body, idleTimeoutMs), response);
  };
}

/** A JSON reply read whole: with the status that its content deserves. */
async function honest(response: Response, idleTimeoutMs: number): Promise<Response> {
  const body = response.body && watched(response.body, idleTimeoutMs);
  const text = await new Response(body).text();
  const { status, statusText, headers } = response;
  const failed = bodyErrorStatus(text);
  return new Response(text, { status: failed ?? status, statusText, headers });
}

/** The status that a body's error names, or 502; undefined when the body holds no error. */
function bodyErrorStatus(text: string): number | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body) || !body.error)
      return undefined;
    const { error } = body;
    const code = typeof error === 'object' && 'code' in error ? Number(error.code) : NaN;
    return code >= 400 && code <= 599 ? code : 502;
  } catch {
    // No JSON after all: the client says so in its own words.
    return undefined;
  }
}

function watched(
  body: ReadableStream<Uint8Array>,
  idleTimeoutMs: number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { promise: silence, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new ModelStalledError(idleTimeoutMs)), idleTimeoutMs);
      try {
        const { done, value } = await Promise.race([reader.read(), silence]);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        // The connection is given up; how it ends is nobody's concern any more.
        await reader.cancel(error).catch(() => undefined);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
