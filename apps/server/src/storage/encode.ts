import { Command, Overwrite, Send } from '@langchain/langgraph';
import { DeltaSnapshot } from '@langchain/langgraph-checkpoint';
import {
  fieldNames,
  isConstant,
  kwargsDifference,
  messageClass,
  type MessageFields,
} from './messages.ts';
import { ownCounterpart } from './other-copy.ts';
import { StorageError } from './storage-error.ts';
import { setOwn, type Tag, type Tree } from './tree.ts';

/** Deeper values are refused: they are circular, or would exhaust the stack when read. */
const MAX_DEPTH = 1000;

/**
 * The tree last made of a message, so that the hundreds of old messages of a long thread are
 * compared instead of encoded. A message can be changed in place, so this is a guess to be checked.
 */
const known = new WeakMap<object, Tag>();

/** Notes that `message` was read from `tree`. */
export function remember(message: object, tree: Tag): void {
  known.set(message, tree);
}

/** The stored form of a value. Throws `unserializable`, naming the path of what it refused. */
export function encode(value: unknown): Tree {
  try {
    return encodeAt(value, 0);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const path = error.path.length === 0 ? 'the value' : error.path.join('.');
    throw new StorageError('unserializable', `Cannot store ${path}: ${error.message}.`);
  }
}

class Refusal extends Error {
  readonly path: string[] = [];
}

function encodeAt(value: unknown, depth: number): Tree {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { $: ['n', Object.is(value, -0) ? '-0' : String(value)] };
    case 'undefined':
      return { $: ['u'] };
    case 'bigint':
      return { $: ['i', String(value)] };
    case 'object':
      break;
    default:
      throw new Refusal(`a ${typeof value} has no stored form`);
  }
  if (value === null) return null;
  if (depth > MAX_DEPTH)
    throw new Refusal(`it is nested deeper than ${MAX_DEPTH} levels, or contains itself`);
  if (Array.isArray(value)) return encodeArray(value, depth);
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype) return encodeObject(value, depth);
  if (prototype === null) return { $: ['p', encodeObject(value, depth)] };
  return encodeInstance(value, prototype, depth);
}

function child(value: unknown, key: string | number, depth: number): Tree {
  try {
    return encodeAt(value, depth + 1);
  } catch (error) {
    if (error instanceof Refusal) error.path.unshift(String(key));
    throw error;
  }
}

function encodeArray(values: readonly unknown[], depth: number): Tree[] {
  if (Object.keys(values).length !== values.length)
    throw new Refusal('an array with holes or named properties has no stored form');
  return values.map((value, index) => child(value, index, depth));
}

function encodeObject(value: object, depth: number): Tree {
  if (Object.getOwnPropertySymbols(value).length > 0)
    throw new Refusal('an object with symbol keys has no stored form');
  const fields = encodeFields(value as Record<string, unknown>, Object.keys(value), depth);
  return Object.hasOwn(fields, '$') ? { $: ['o', Object.entries(fields)] } : fields;
}

function encodeFields(
  value: Record<string, unknown>,
  keys: readonly string[],
  depth: number,
): Record<string, Tree> {
  const fields: Record<string, Tree> = {};
  for (const key of keys) setOwn(fields, key, child(value[key], key, depth));
  return fields;
}

function encodeInstance(value: object, prototype: object, depth: number): Tree {
  const message = messageClass(value, prototype);
  if (message !== undefined) return encodeMessage(value as MessageFields, message, depth);
  const encoder = ENCODERS.get(prototype) ?? encoderOfCounterpart(value);
  if (encoder) return encoder(value as never, depth);
  if (value instanceof Error) return encodeError(value, depth);
  const name: unknown = prototype.constructor.name;
  throw new Refusal(`an instance of ${String(name)} has no stored form`);
}

function encodeMessage(message: MessageFields, name: string, depth: number): Tag {
  const before = known.get(message);
  if (before && sameMessage(message, before)) return before;
  const names = fieldNames(message);
  const fields = encodeFields(message, names, depth);
  const difference = kwargsDifference(message, names);
  const tree: Tag = {
    $: difference
      ? [
          'M',
          name,
          entriesOf(fields),
          difference.lacks,
          child(difference.extra, 'lc_kwargs', depth),
        ]
      : ['M', name, entriesOf(fields)],
  };
  known.set(message, tree);
  return tree;
}

/** Fields as an object where that is no tag; a message of ours never has a field `$`. */
function entriesOf(fields: Record<string, Tree>): Tree {
  if (Object.hasOwn(fields, '$')) throw new Refusal('a message with a field $ has no stored form');
  return fields;
}

/** Whether a message still is what its tree says. Called for every message of every step. */
function sameMessage(message: MessageFields, tag: Tag): boolean {
  const parts = tag.$ as readonly Tree[];
  if (parts.length > 3) return false;
  const fields = parts[2] as Readonly<Record<string, Tree>>;
  const kwargs = message.lc_kwargs;
  let matched = 0;
  for (const name in message) {
    const value = message[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(fields, name)) {
      if (isConstant(name)) continue;
      return false;
    }
    if (!same(value, fields[name] ?? null) || !Object.hasOwn(kwargs, name)) return false;
    matched += 1;
  }
  return (
    matched === Object.keys(fields).length &&
    (matched === Object.keys(kwargs).length || !kwargsDifference(message, fieldNames(message)))
  );
}

function sameFields(
  value: Record<string, unknown>,
  keys: readonly string[],
  tree: Readonly<Record<string, Tree>>,
): boolean {
  const stored = Object.keys(tree);
  return (
    stored.length === keys.length &&
    keys.every((key, index) => key === stored[index] && same(value[key], tree[key] ?? null))
  );
}

/** Whether `value` certainly encodes to `tree`; false when that takes more than a look. */
function same(value: unknown, tree: Tree): boolean {
  if (typeof value !== 'object') return Object.is(value, tree);
  if (value === null || typeof tree !== 'object' || tree === null) return value === tree;
  if (Array.isArray(value))
    return (
      Array.isArray(tree) &&
      tree.length === value.length &&
      Object.keys(value).length === value.length &&
      value.every((item, index) => same(item, (tree as readonly Tree[])[index] ?? null))
    );
  if (Array.isArray(tree) || Object.getPrototypeOf(value) !== Object.prototype) return false;
  if (Object.getOwnPropertySymbols(value).length > 0 || Object.hasOwn(value, '$')) return false;
  const fields = tree as Readonly<Record<string, Tree>>;
  return sameFields(value as Record<string, unknown>, Object.keys(value), fields);
}

function encodeError(error: Error, depth: number): Tag {
  const own = Object.keys(error).filter(
    (key) => !['name', 'message', 'stack', 'cause'].includes(key),
  );
  const fields = error as unknown as Record<string, unknown>;
  return {
    $: [
      'e',
      error.name,
      error.message,
      'cause' in error ? [child(error.cause, 'cause', depth)] : [],
      Object.entries(encodeFields(fields, own, depth)),
    ],
  };
}

type Encoder = (value: never, depth: number) => Tag;

const ENCODERS = new Map<object, Encoder>([
  [
    Date.prototype,
    (date: Date) => ({ $: ['d', Number.isNaN(date.getTime()) ? null : date.getTime()] }),
  ],
  [Set.prototype, (set: Set<unknown>, depth) => ({ $: ['s', encodeArray([...set], depth)] })],
  [
    Map.prototype,
    (map: Map<unknown, unknown>, depth) => ({ $: ['m', encodeArray([...map], depth)] }),
  ],
  [
    Uint8Array.prototype,
    (bytes: Uint8Array) => ({ $: ['b', Buffer.from(bytes).toString('base64')] }),
  ],
  [Buffer.prototype, (bytes: Buffer) => ({ $: ['B', bytes.toString('base64')] })],
  [
    Send.prototype,
    (send: Send, depth) => ({
      $: ['S', send.node, child(send.args, 'args', depth), child(send.timeout, 'timeout', depth)],
    }),
  ],
  [
    Command.prototype,
    (command: Command, depth) => ({
      $: [
        'C',
        child(command.graph, 'graph', depth),
        child(command.update, 'update', depth),
        child(command.resume, 'resume', depth),
        child(command.goto, 'goto', depth),
      ],
    }),
  ],
  [
    Overwrite.prototype,
    (overwrite: Overwrite<unknown>, depth) => ({
      $: ['W', child(overwrite.value, 'value', depth)],
    }),
  ],
  [
    DeltaSnapshot.prototype,
    (snapshot: DeltaSnapshot, depth) => ({ $: ['D', child(snapshot.value, 'value', depth)] }),
  ],
]);

/** For what another copy of the graph library made. */
function encoderOfCounterpart(value: object): Encoder | undefined {
  const counterpart = ownCounterpart(value, LIBRARY_PROTOTYPES);
  return counterpart && ENCODERS.get(counterpart.prototype);
}

/** Prototypes of what the graph library stores beside messages, by the name it marks them with. */
const LIBRARY_PROTOTYPES: ReadonlyMap<string, object> = new Map<string, object>([
  ['Send', Send.prototype],
  ['Command', Command.prototype],
  ['Overwrite', Overwrite.prototype],
  ['DeltaSnapshot', DeltaSnapshot.prototype],
]);
