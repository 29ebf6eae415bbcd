/** A latch that something waits behind until a test opens it. */
export interface Latch {
  readonly opened: Promise<undefined>;
  readonly open: () => void;
}

export function latch(): Latch {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}
