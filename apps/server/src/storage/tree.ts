/**
 * A value in its stored form: JSON, in which an object with the single key `$` is a tag that stands
 * for what JSON cannot say (serializer.ts has the list) or for a stored node (nodes.ts). Objects of
 * a person's that hold a key `$` are escaped, so no content can forge a tag.
 *
 * Trees are never changed once made, so they may be shared and remembered by identity.
 */
export type Tree =
  null | boolean | number | string | readonly Tree[] | { readonly [key: string]: Tree };

export interface Tag {
  readonly [key: string]: Tree;
  readonly $: Tree;
}

export function isTag(tree: Tree): tree is Tag {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return false;
  return Object.hasOwn(tree, '$');
}

/** Sets an own property whatever its name; assignment would take `__proto__` for the prototype. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  else target[key] = value;
}
