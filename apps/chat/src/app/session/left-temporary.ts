import { isString, listOf } from '#contract/shape';

import type { Transport } from '../transport/transport';
import { toTransportError, TransportError } from '../transport/transport-error';

/** Where the ids are kept: for as long as the tab lives, reloads included. */
const KEY = 'throughline.left-temporary';

/** Most ids kept: those left longest ago are long erased. */
const MOST = 50;

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

export interface LeftTemporaryDeps {
  readonly transport: Pick<Transport, 'deleteThread'>;
  /** Throws, or gives none, where the browser keeps nothing. */
  readonly openStorage: () => Kept | undefined;
  /** Told when a temporary conversation that was left is gone. */
  readonly onErased: () => void;
}

/**
 * Temporary conversations that were left. The request that erases one outlives the page, and may come
 * to the server after the page is back: what was left is never shown again, whichever is first.
 */
export class LeftTemporary {
  readonly #deps: LeftTemporaryDeps;
  #ids: readonly string[];

  constructor(deps: LeftTemporaryDeps) {
    this.#deps = deps;
    this.#ids = this.#read();
  }

  has(threadId: string): boolean {
    return this.#ids.includes(threadId);
  }

  /** Erases a conversation that is being left. */
  leave(threadId: string): void {
    this.#ids = [...this.#ids.filter((id) => id !== threadId), threadId].slice(-MOST);
    this.#write();
    // Nobody is here any more to be told: what is not erased now goes when it is asked for again, or
    // at its time to live.
    this.#deps.transport.deleteThread(threadId).then(this.#deps.onErased, () => undefined);
  }

  /** Why a conversation that was left is not shown, once it is known to be gone. */
  async whyGone(threadId: string): Promise<TransportError> {
    try {
      await this.#deps.transport.deleteThread(threadId);
    } catch (error) {
      return toTransportError(error);
    }
    return new TransportError(
      'not-found',
      $localize`This was a temporary conversation. It was deleted when it was left.`,
    );
  }

  #read(): readonly string[] {
    try {
      const ids: unknown = JSON.parse(this.#deps.openStorage()?.getItem(KEY) ?? '[]');
      return listOf(isString)(ids) ? ids : [];
    } catch {
      // A browser that keeps nothing knows of nothing: the server says what there is.
      return [];
    }
  }

  #write(): void {
    try {
      this.#deps.openStorage()?.setItem(KEY, JSON.stringify(this.#ids));
    } catch {
      // Until the page is left this object knows it; after that the server says what there is.
    }
  }
}
