/** A door that something waits behind until a test opens it. */
export interface Door {
  readonly opened: Promise<undefined>;
  readonly open: () => void;
}

export function door(): Door {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { opened: promise, open: () => resolve(undefined) };
}
