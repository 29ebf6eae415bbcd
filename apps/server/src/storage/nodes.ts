import { hash } from 'node:crypto';
import { isTag, type Tag, type Tree } from './tree.ts';

/**
 * Content-addressed folding. A tree is cut into nodes, each known by the hash of its content: every
 * message, every object or array of some size, and of a long array (or object) each run of 32
 * items, and each run of 32 of those, and so on. What two values have in common is then the same
 * node, and appending to a list of n items makes O(log n) new ones.
 */

/** Shorter pieces stay within what holds them: a node of its own would cost more than it saves. */
const MIN_LENGTH = 100;
/** Items of an array that make one node. */
const FAN_OUT = 32;

/** A piece of content that is stored once. */
export interface Node {
  readonly hash: string;
  readonly body: Folded;
}

/** A place where a node's content belongs: as one value, or, `spliced`, its items one by one. */
export interface Reference {
  readonly node: Node;
  readonly spliced: boolean;
}

/** JSON text with references in it. */
export type Folded = readonly (string | Reference)[];

/** What a message's tree carries besides; JSON takes no notice of it. */
const NODE = Symbol('node');
const RUN = Symbol('run');
interface Carrier {
  /** The node made of it. */
  [NODE]?: Node;
  /** The run of items that it last began. */
  [RUN]?: { readonly items: readonly Tree[]; readonly node: Node };
}

/** Notes that a message's tree was read from a stored node. */
export function rememberNode(tree: Tag, hash: string, body: string): void {
  carrier(tree)[NODE] = { hash, body: [body] };
}

function carrier(tree: Tag): Carrier {
  return tree as unknown as Carrier;
}

/** Cuts a tree into nodes; what is left of it, with references to them, is the result. */
export function fold(tree: Tree): Folded {
  if (typeof tree !== 'object' || tree === null) return [JSON.stringify(tree)];
  if (Array.isArray(tree)) return outline(foldArray(tree as readonly Tree[]));
  if (isMessage(tree)) return [{ node: messageNode(tree), spliced: false }];
  return outline(foldObject(tree as Readonly<Record<string, Tree>>));
}

/** Makes a node of the whole of a folded value. */
export function toNode(body: Folded): Node {
  const content = body.map((part) =>
    typeof part === 'string' ? part : addressIn(part.node.hash, part.spliced),
  );
  return { hash: addressOf(content.join('')), body };
}

/** The address of a content in which each reference is what `addressIn` makes of it. */
export function addressOf(content: string): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}

/** A reference within a content that is addressed. */
export function addressIn(address: string, spliced: boolean): string {
  // No JSON text holds a raw control character, so this cannot be mistaken for content.
  return `\u0000${spliced ? '+' : '='}${address}`;
}

export function isMessage(tree: Tree): tree is Tag {
  return isTag(tree) && Array.isArray(tree.$) && tree.$[0] === 'M';
}

/** A message is one node, however large: it is written once and never in part. */
function messageNode(tree: Tag): Node {
  const carried = carrier(tree);
  const before = carried[NODE];
  if (before) return before;
  const node = toNode([JSON.stringify(tree)]);
  carried[NODE] = node;
  return node;
}

function outline(body: Folded): Folded {
  let length = 0;
  for (const part of body) length += typeof part === 'string' ? part.length : 0;
  return length < MIN_LENGTH && body.length < FAN_OUT
    ? body
    : [{ node: toNode(body), spliced: false }];
}

function foldArray(items: readonly Tree[]): Folded {
  if (items.length <= FAN_OUT) return join('[', items.map(fold), ']');
  const full = items.length - (items.length % FAN_OUT);
  const runs: Folded[] = [];
  for (let start = 0; start < full; start += FAN_OUT)
    runs.push([{ node: foldRun(items.slice(start, start + FAN_OUT)), spliced: true }]);
  return join('[', [...group(runs), ...items.slice(full).map(fold)], ']');
}

/** The node of a full run of items. Of old messages it was made before: trees never change. */
function foldRun(items: readonly Tree[]): Node {
  const [first = null] = items;
  const carried = isMessage(first) ? carrier(first) : {};
  const before = carried[RUN];
  if (before && items.every((item, index) => item === before.items[index])) return before.node;
  const node = runNode(items.map(fold));
  carried[RUN] = { items, node };
  return node;
}

function foldObject(fields: Readonly<Record<string, Tree>>): Folded {
  const keys = Object.keys(fields);
  // A large object is stored as the list of its entries, so that it is split like any list.
  if (keys.length > FAN_OUT) return fold({ $: ['o', Object.entries(fields)] });
  const parts = keys.map((key) => [`${JSON.stringify(key)}:`, ...fold(fields[key] ?? null)]);
  return join('{', parts, '}');
}

/** Replaces each full run of runs by one node, level by level; at most 31 stay of each level. */
function group(runs: readonly Folded[]): readonly Folded[] {
  if (runs.length <= FAN_OUT) return runs;
  const full = runs.length - (runs.length % FAN_OUT);
  const above: Folded[] = [];
  for (let start = 0; start < full; start += FAN_OUT)
    above.push([{ node: runNode(runs.slice(start, start + FAN_OUT)), spliced: true }]);
  return [...group(above), ...runs.slice(full)];
}

function runNode(parts: readonly Folded[]): Node {
  return toNode(join('[', parts, ']'));
}

/** Puts parts between brackets, with commas, merging neighbouring texts. */
function join(open: string, parts: readonly Folded[], close: string): Folded {
  const result: (string | Reference)[] = [];
  let text = open;
  parts.forEach((part, index) => {
    if (index > 0) text += ',';
    for (const piece of part) {
      if (typeof piece === 'string') text += piece;
      else {
        result.push(text, piece);
        text = '';
      }
    }
  });
  result.push(text + close);
  return result;
}
