declare const scopeBrand: unique symbol;

/** A canonical lowercase UUID version 4, RFC 9562 variant; 36 characters. */
export type MemoryScope = string & { readonly [scopeBrand]: true };

const CANONICAL_UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a value is a canonical scope. Upper case, other versions and other types are not. */
export function isScope(value: unknown): value is MemoryScope {
  return typeof value === 'string' && CANONICAL_UUID_V4.test(value);
}

/** The run context of the memory graph: exactly this key and nothing else. */
export interface MemoryContext {
  readonly memory_scope: MemoryScope;
}

/** Whether a value is exactly `{ memory_scope: scope }`. */
export function isMemoryContext(value: unknown): value is MemoryContext {
  if (typeof value !== 'object' || value === null) return false;
  const keys = Reflect.ownKeys(value);
  return (
    keys.length === 1 &&
    keys[0] === 'memory_scope' &&
    isScope((value as { memory_scope: unknown }).memory_scope)
  );
}
