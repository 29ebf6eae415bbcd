import { Command, Overwrite, Send } from '@langchain/langgraph';
import { DeltaSnapshot } from '@langchain/langgraph-checkpoint';
import { remember } from './encode.ts';
import { blankMessage } from './messages.ts';
import { isMessage } from './nodes.ts';
import { StorageError } from './storage-error.ts';
import { isTag, setOwn, type Tag, type Tree } from './tree.ts';

/** The value of a stored tree, freshly made throughout. Throws `damaged` for a tree that is none. */
export function decode(tree: Tree): unknown {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map(decode);
  if (isTag(tree)) return decodeTag(tree);
  return decodeFields(tree as Readonly<Record<string, Tree>>);
}

/**
 * The same, but a message that was decoded before is given again instead of made anew, and so not to
 * be changed. `known` holds them by their trees.
 */
export function decodeSharing(tree: Tree, known: WeakMap<Tag, unknown>): unknown {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return tree.map((item: Tree) => decodeSharing(item, known));
  if (!isTag(tree)) {
    const value: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(tree))
      setOwn(value, key, decodeSharing(field, known));
    return value;
  }
  if (!isMessage(tree)) return decodeTag(tree);
  const before = known.get(tree);
  if (before !== undefined) return before;
  const message = decodeTag(tree);
  known.set(tree, message);
  return message;
}

function decodeFields(fields: Readonly<Record<string, Tree>>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) setOwn(value, key, decode(fields[key] ?? null));
  return value;
}

function decodeTag(tag: Tag): unknown {
  if (!Array.isArray(tag.$)) throw damaged();
  const [name, ...parts] = tag.$ as readonly Tree[];
  if (name === 'M') return decodeMessage(tag, parts);
  const decoder = typeof name === 'string' ? DECODERS.get(name) : undefined;
  if (!decoder) throw damaged();
  return decoder(parts);
}

function decodeMessage(tag: Tag, parts: readonly Tree[]): unknown {
  const [name, tree, lacks, extra] = parts;
  const fields = asObject(tree);
  const message = blankMessage(asString(name), fields);
  if (!message) throw damaged();
  const kwargs: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) {
    const field = fields[key] ?? null;
    const value = typeof field === 'object' ? decode(field) : field;
    setOwn(message, key, value);
    setOwn(kwargs, key, value);
  }
  if (extra !== undefined) Object.assign(kwargs, decode(extra));
  if (lacks !== undefined)
    for (const key of asArray(lacks)) Reflect.deleteProperty(kwargs, asString(key));
  message.lc_kwargs = kwargs;
  remember(message, tag);
  return message;
}

type Decoder = (parts: readonly Tree[]) => unknown;

const DECODERS = new Map<string, Decoder>([
  ['u', () => undefined],
  ['n', ([text]) => Number(asString(text))],
  ['i', ([text]) => BigInt(asString(text))],
  ['d', ([time]) => new Date(time === null ? NaN : Number(time))],
  ['s', ([items]) => new Set(asArray(items).map(decode))],
  ['m', ([entries]) => new Map(asArray(entries).map(decodeEntry))],
  ['b', ([text]) => new Uint8Array(Buffer.from(asString(text), 'base64'))],
  ['B', ([text]) => Buffer.from(asString(text), 'base64')],
  ['o', ([entries]) => fromEntries(asArray(entries))],
  ['p', ([fields]) => Object.setPrototypeOf(decode(fields ?? null), null) as object],
  ['e', decodeError],
  ['S', decodeSend],
  ['C', decodeCommand],
  ['W', ([value]) => new Overwrite(decode(value ?? null))],
  ['D', ([value]) => new DeltaSnapshot(decode(value ?? null))],
]);

function decodeEntry(entry: Tree): [unknown, unknown] {
  const [key, value] = asArray(entry);
  return [decode(key ?? null), decode(value ?? null)];
}

function fromEntries(entries: readonly Tree[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const entry of entries) {
    const [key, field] = decodeEntry(entry);
    setOwn(value, String(key), field);
  }
  return value;
}

function decodeError([name, message, cause, own]: readonly Tree[]): Error {
  const causes = asArray(cause).map(decode);
  const error =
    causes.length > 0
      ? new Error(asString(message), { cause: causes[0] })
      : new Error(asString(message));
  if (error.name !== name)
    Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  error.stack = `${asString(name)}: ${asString(message)}`;
  Object.assign(error, fromEntries(asArray(own)));
  return error;
}

function decodeSend([node, args, timeout]: readonly Tree[]): Send {
  const limit = decode(timeout ?? null) as Send['timeout'];
  return new Send(
    asString(node),
    decode(args ?? null),
    limit === undefined ? undefined : { timeout: limit },
  );
}

function decodeCommand(parts: readonly Tree[]): Command {
  const [graph, update, resume, goto] = parts.map(decode);
  const given = Object.entries({ graph, update, resume, goto }).filter(([, v]) => v !== undefined);
  return new Command(Object.fromEntries(given));
}

function asString(tree: Tree | undefined): string {
  if (typeof tree !== 'string') throw damaged();
  return tree;
}

function asArray(tree: Tree | undefined): readonly Tree[] {
  if (!Array.isArray(tree)) throw damaged();
  return tree as readonly Tree[];
}

function asObject(tree: Tree | undefined): Readonly<Record<string, Tree>> {
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) throw damaged();
  return tree as Readonly<Record<string, Tree>>;
}

function damaged(): StorageError {
  return new StorageError(
    'damaged',
    'A stored value is malformed. Restore the database from a backup.',
  );
}
