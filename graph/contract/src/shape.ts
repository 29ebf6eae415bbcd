/** Whether a value is of a type. Guards are put together from smaller ones. */
export type Guard<T> = (value: unknown) => value is T;

export const isString: Guard<string> = (value) => typeof value === 'string';

export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';

/** An object with fields; no list. What the fields hold is not known. */
export const isObject: Guard<Readonly<Record<string, unknown>>> = (
  value,
): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A whole number, 0 or more. */
export const isCount: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

/** A moment in ISO 8601, UTC, as `Date.toISOString` writes it. */
export const isInstant: Guard<string> = (value): value is string =>
  isString(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value);

/** A SHA-256 in lowercase hex. */
export const isSha256: Guard<string> = (value): value is string =>
  isString(value) && /^[0-9a-f]{64}$/.test(value);

export function nullOr<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

/** A field that may be absent. */
export function optional<T>(guard: Guard<T>): Guard<T> {
  return (value): value is T => value === undefined || guard(value);
}

export function oneOf<T extends string>(known: readonly T[]): Guard<T> {
  return (value): value is T => known.some((each) => each === value);
}

export function listOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

/** An object with at least these fields: a newer server may tell more than a client knows of. */
export function shapeOf<T extends object>(fields: {
  readonly [K in keyof T]-?: Guard<T[K]>;
}): Guard<T> {
  const guards = Object.entries<Guard<unknown>>(fields);
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    guards.every(([key, guard]) => guard(Reflect.get(value, key)));
}
