/**
 * Yields what the source yields, but throws the signal's reason as soon as that is aborted, even
 * while the source is silent and heeds no signal.
 */
export async function* untilAborted<T>(
  source: AsyncIterator<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  // Nobody may be waiting when the abort comes; the next turn of the loop throws it then.
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([source.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
      signal.throwIfAborted();
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
