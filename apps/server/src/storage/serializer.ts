import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';
import { StorageError } from './storage-error.ts';
import { encode } from './encode.ts';
import { decode } from './decode.ts';
import type { Tree } from './tree.ts';

/**
 * Stores exactly these values, and each comes back equal to what it was:
 *
 * - JSON, with any key (`lc`, `$`, `__proto__`) and any string, unpaired surrogates included;
 * - undefined, bigint, NaN, the infinities, -0, Date, Map, Set, Uint8Array, Buffer, objects
 *   without a prototype;
 * - the message classes of @langchain/core (messages.ts), Send, Command, Overwrite, DeltaSnapshot;
 * - Error, with name, message, cause and own properties, as a plain Error without its stack.
 *
 * Anything else (functions, symbols, instances of other classes, sparse arrays, circular values)
 * is refused on writing, with its path. Reading revives these and nothing else: no class is ever
 * looked up by a name found in the data.
 */
export class Serializer implements SerializerProtocol {
  dumpsTyped(value: unknown): Promise<[string, Uint8Array]> {
    return Promise.try(() => ['json', new TextEncoder().encode(serialize(value))]);
  }

  loadsTyped(type: string, data: Uint8Array | string): Promise<unknown> {
    return Promise.try(() => {
      if (type !== 'json') throw new StorageError('damaged', `Unknown stored type ${type}.`);
      return deserialize(typeof data === 'string' ? data : new TextDecoder().decode(data));
    });
  }
}

/** The stored text of a value. Throws `unserializable`. */
export function serialize(value: unknown): string {
  return JSON.stringify(encode(value));
}

/** The value of a stored text. Throws `damaged`. */
export function deserialize(stored: string): unknown {
  return decode(parseTree(stored));
}

/** Throws `damaged` when the text is no JSON. */
export function parseTree(stored: string): Tree {
  try {
    return JSON.parse(stored) as Tree;
  } catch (cause) {
    throw new StorageError(
      'damaged',
      'A stored value does not parse. Restore the database from a backup.',
      { cause },
    );
  }
}
