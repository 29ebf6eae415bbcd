import type { Tree } from '../tree.ts';

/** A node as read: its content, which may still refer to others unless it is a leaf. */
export interface LoadedNode {
  readonly leaf: boolean;
  readonly tree: Tree;
  /** Characters of its stored text. */
  readonly length: number;
}

/** Characters of stored text whose trees are kept in memory. */
const DEFAULT_CAPACITY = 16_000_000;

/**
 * Nodes read before, so that a long thread is not read and parsed anew for each of its runs. Nodes
 * never change and their ids are never used again, so nothing here can be out of date; the
 * histories that were not read for the longest time are dropped first.
 */
export class NodeCache {
  readonly #histories = new Map<number, Map<number, LoadedNode>>();
  readonly #capacity: number;
  #length = 0;

  constructor(capacity = DEFAULT_CAPACITY) {
    this.#capacity = capacity;
  }

  /** The nodes kept of a history, which counts as a use of it. */
  of(history: number): ReadonlyMap<number, LoadedNode> {
    const nodes = this.#histories.get(history) ?? new Map<number, LoadedNode>();
    this.#histories.delete(history);
    this.#histories.set(history, nodes);
    return nodes;
  }

  /** Keeps a node. Only what is committed: an id may be given out again after a rollback. */
  keep(history: number, id: number, node: LoadedNode): void {
    const nodes = this.#histories.get(history);
    if (!nodes || nodes.has(id)) return;
    nodes.set(id, node);
    this.#length += node.length;
    for (const oldest of this.#histories.keys()) {
      if (this.#length <= this.#capacity) return;
      this.forgetHistory(oldest);
    }
  }

  forget(history: number, id: number): void {
    const nodes = this.#histories.get(history);
    this.#length -= nodes?.get(id)?.length ?? 0;
    nodes?.delete(id);
  }

  forgetHistory(history: number): void {
    for (const node of this.#histories.get(history)?.values() ?? []) this.#length -= node.length;
    this.#histories.delete(history);
  }
}
