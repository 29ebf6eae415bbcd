/**
 * The newer of two plain values, made of the older one's very parts wherever they are equal: what has
 * not changed keeps its identity, so that a view has nothing to do for it.
 */
export function shareEqual<T>(older: unknown, newer: T): T {
  return shared(older, newer) as T;
}

function shared(older: unknown, newer: unknown): unknown {
  if (Object.is(older, newer)) return older;
  if (Array.isArray(newer)) return sharedArray(Array.isArray(older) ? older : [], newer);
  if (isPlain(newer)) return isPlain(older) ? sharedObject(older, newer) : newer;
  return newer;
}

function sharedArray(older: readonly unknown[], newer: readonly unknown[]): readonly unknown[] {
  const items = newer.map((item, place) => shared(older[place], item));
  const isSame =
    items.length === older.length && items.every((item, place) => Object.is(item, older[place]));
  return isSame ? older : items;
}

type Plain = Readonly<Record<string, unknown>>;

function sharedObject(older: Plain, newer: Plain): Plain {
  const entries = Object.entries(newer).map(([key, value]) => [key, shared(older[key], value)]);
  const result = Object.fromEntries(entries) as Plain;
  const keys = Object.keys(result);
  const isSame =
    keys.length === Object.keys(older).length &&
    keys.every((key) => Object.hasOwn(older, key) && Object.is(result[key], older[key]));
  return isSame ? older : result;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
