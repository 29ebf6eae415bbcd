import { BaseMessage } from '@langchain/core/messages';

/**
 * The prototype of this process's own class for an instance that another copy of the library made: a
 * project served from outside brings packages of its own. Undefined for what is no such instance,
 * instances of subclasses included.
 *
 * The libraries mark their instances so that copies recognise each other: messages by a registered
 * symbol, the rest by `lg_name`. The class must carry that very name too, and must not derive from
 * `own`, since a subclass may hold more than its base would bring back.
 */
export function ownCounterpart(
  value: object,
  own: ReadonlyMap<string, object>,
): { readonly name: string; readonly prototype: object } | undefined {
  const foreign = Object.getPrototypeOf(value) as object;
  const name = markedName(value);
  const prototype = name === undefined ? undefined : own.get(name);
  if (name === undefined || prototype === undefined) return undefined;
  if (foreign.constructor.name !== name || own.get(name) === foreign) return undefined;
  return Object.prototype.isPrototypeOf.call(prototype, foreign) ? undefined : { name, prototype };
}

function markedName(value: object): string | undefined {
  const name: unknown = BaseMessage.isInstance(value)
    ? value.constructor.name
    : 'lg_name' in value
      ? value.lg_name
      : undefined;
  return typeof name === 'string' ? name : undefined;
}
