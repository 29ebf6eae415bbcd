import { StorageError } from '../storage-error.ts';
import {
  addressIn,
  addressOf,
  fold,
  type Folded,
  isMessage,
  type Node,
  rememberNode,
} from '../nodes.ts';
import { parseTree } from '../serializer.ts';
import { isTag, type Tree } from '../tree.ts';
import type { Connection } from './connection.ts';
import type { LoadedNode } from './node-cache.ts';
import { pack, unpack } from './packed-text.ts';
import { integer, text } from './row.ts';

/** The text of a row that refers to nodes, and the largest of their ids (0 if there is none). */
export interface StoredText {
  readonly text: string;
  readonly newest: number;
}

/** A thread, or what else has a history of its own, under its owner. */
export interface HistoryKey {
  readonly owner: string;
  readonly thread: string;
}

/**
 * The key under which a thread's nodes and checkpoints are kept, made if it has none yet. Only
 * inside `write`.
 */
export function openHistory(db: Connection, key: HistoryKey): number {
  const { owner, thread } = key;
  db.run('INSERT INTO history (owner, thread) VALUES (?, ?) ON CONFLICT DO NOTHING', owner, thread);
  const history = findHistory(db, key);
  if (history === undefined) throw new Error('a row just inserted is gone');
  return history;
}

/** The same, undefined for a thread that has none. */
export function findHistory(db: Connection, key: HistoryKey): number | undefined {
  const { owner, thread } = key;
  const row = db.get('SELECT * FROM history WHERE owner = ? AND thread = ?', owner, thread);
  return row && integer(db.damage.verified('history', row), 'id');
}

/** Removes all that is kept of a thread: checkpoints, writes and nodes. Only inside `write`. */
export function deleteHistory(db: Connection, key: HistoryKey): void {
  const history = findHistory(db, key);
  if (history === undefined) return;
  db.run('DELETE FROM history WHERE id = ?', history);
  db.nodes.forgetHistory(history);
}

/** Ids of the nodes that a node refers to. Throws `damaged`. */
export function referencesOf(db: Connection, id: number): number[] {
  const row = db.get('SELECT * FROM node WHERE id = ?', id);
  if (!row) throw missing();
  const leaf = integer(db.damage.verified('node', row), 'leaf') === 1;
  return leaf ? [] : references(unpack(row, 'body'));
}

/** Removes one node. Only inside `write`. */
export function deleteNode(db: Connection, history: number, id: number): void {
  db.run('DELETE FROM node WHERE id = ?', id);
  db.nodes.forget(history, id);
}

/** Stores a tree's nodes, once each, and replies the text that refers to them. Only inside `write`. */
export function storeTree(db: Connection, history: number, tree: Tree): StoredText {
  return storeFolded(db, history, fold(tree));
}

/** The same for a tree already folded. */
export function storeFolded(db: Connection, history: number, folded: Folded): StoredText {
  let newest = 0;
  const parts = folded.map((part) => {
    if (typeof part === 'string') return part;
    const id = storeNode(db, history, part.node);
    newest = Math.max(newest, id);
    return `{"$":${part.spliced ? -id : id}}`;
  });
  return { text: parts.join(''), newest };
}

function storeNode(db: Connection, history: number, node: Node): number {
  const found = db.get('SELECT id FROM node WHERE history = ? AND hash = ?', history, node.hash);
  if (found) return integer(found, 'id');
  const body = storeFolded(db, history, node.body);
  const row = db.get(
    'INSERT INTO node (history, hash, leaf, body) VALUES (?, ?, ?, ?) RETURNING id',
    history,
    node.hash,
    body.newest === 0 ? 1 : 0,
    pack(body.text),
  );
  return integer(row ?? {}, 'id');
}

/** References in stored text. JSON strings cannot hold this sequence: they escape the quotes. */
const REFERENCE = /\{"\$":(-?)(\d+)\}/g;

/** Ids of the nodes that a stored text refers to. */
export function references(stored: string): number[] {
  return Array.from(stored.matchAll(REFERENCE), ([, , id]) => Number(id));
}

/** The address that a stored text should have; `hashes` are those of the nodes it refers to. */
export function addressOfStored(stored: string, hashes: ReadonlyMap<number, string>): string {
  const content = stored.replace(REFERENCE, (_, minus: string, id: string) =>
    addressIn(hashes.get(Number(id)) ?? '', minus === '-'),
  );
  return addressOf(content);
}

/**
 * Puts the trees of some stored texts together again, reading each node once. Throws `damaged` when
 * a node is missing.
 */
export function loadTrees(db: Connection, history: number, texts: readonly string[]): Tree[] {
  const nodes = new Map<number, LoadedNode>();
  const cached = db.nodes.of(history);
  let wanted = texts.flatMap(references);
  while (wanted.length > 0) {
    const unread = new Set<number>();
    const next: number[] = [];
    const add = (id: number, node: LoadedNode) => {
      nodes.set(id, node);
      if (!node.leaf) for (const inner of referencesIn(node.tree)) next.push(inner);
    };
    for (const id of wanted) {
      const node = cached.get(id);
      if (nodes.has(id)) continue;
      if (node) add(id, node);
      else unread.add(id);
    }
    if (unread.size > 0) readNodes(db, history, [...unread], add);
    wanted = next;
  }
  return texts.map((stored) => unfold(parseTree(stored), nodes));
}

function readNodes(
  db: Connection,
  history: number,
  ids: readonly number[],
  add: (id: number, node: LoadedNode) => void,
): void {
  const rows = db.all(
    `SELECT node.* FROM json_each(?) AS wanted
     CROSS JOIN node ON node.id = wanted.value AND node.history = ?`,
    JSON.stringify(ids),
    history,
  );
  if (rows.length !== ids.length) throw missing();
  for (const row of rows) {
    db.damage.verified('node', row);
    const [id, body] = [integer(row, 'id'), unpack(row, 'body')];
    const node = { leaf: integer(row, 'leaf') === 1, tree: parseTree(body), length: body.length };
    if (node.leaf && isMessage(node.tree)) rememberNode(node.tree, text(row, 'hash'), body);
    if (!db.writing) db.nodes.keep(history, id, node);
    add(id, node);
  }
}

/** Ids of the nodes that a tree refers to. */
function referencesIn(tree: Tree): number[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (isTag(tree) && typeof tree.$ === 'number') return [Math.abs(tree.$)];
  return Object.values(tree).flatMap(referencesIn);
}

function missing(): StorageError {
  return new StorageError(
    'damaged',
    'A part of a stored value is missing. Restore the database from a backup.',
  );
}

function unfold(tree: Tree, nodes: ReadonlyMap<number, LoadedNode>): Tree {
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) return unfoldArray(tree as readonly Tree[], nodes);
  if (isTag(tree) && typeof tree.$ === 'number') return content(tree.$, nodes);
  const fields: Record<string, Tree> = {};
  for (const [key, value] of Object.entries(tree as Readonly<Record<string, Tree>>))
    Object.defineProperty(fields, key, {
      value: unfold(value, nodes),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  return fields;
}

function content(id: number, nodes: ReadonlyMap<number, LoadedNode>): Tree {
  const node = nodes.get(Math.abs(id));
  if (!node) throw missing();
  return node.leaf ? node.tree : unfold(node.tree, nodes);
}

function unfoldArray(items: readonly Tree[], nodes: ReadonlyMap<number, LoadedNode>): Tree[] {
  const result: Tree[] = [];
  for (const item of items) {
    const run = splicedRun(item);
    if (run === undefined) result.push(unfold(item, nodes));
    else for (const inner of content(run, nodes) as readonly Tree[]) result.push(inner);
  }
  return result;
}

function splicedRun(item: Tree): number | undefined {
  if (typeof item !== 'object' || item === null || !isTag(item)) return undefined;
  return typeof item.$ === 'number' && item.$ < 0 ? item.$ : undefined;
}
