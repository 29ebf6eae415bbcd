/** Why storage refused. The HTTP layer maps each kind to a status; nothing else throws out of storage. */
export type StorageErrorKind =
  /** No such row for this owner. */
  | 'not-found'
  /** The id is taken. */
  | 'conflict'
  /** Another run is pending or running on the thread. */
  | 'busy'
  /** This attempt has lost its run: cancelled, taken over or deleted. */
  | 'fenced'
  /** The value cannot be stored and read back as the same value. */
  | 'unserializable'
  /** A malformed argument: namespace, filter, identifier. */
  | 'invalid'
  /** The disk is full, failing or read-only; nothing of the refused write was kept. */
  | 'unavailable'
  /** The owner, or all together, have as much as there may be. */
  | 'too-many'
  /** Another process holds the data directory. */
  | 'locked'
  /** The file fails its integrity check, or a row does not decode. It is never overwritten. */
  | 'damaged'
  /** The file was written by a newer version. */
  | 'newer-schema';

/** The one error type of storage. `message` is a sentence that names what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly kind: StorageErrorKind;

  constructor(kind: StorageErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
