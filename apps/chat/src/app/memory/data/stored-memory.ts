import { computed, DestroyRef, inject, Injectable, signal } from '@angular/core';

import type { CurrentMemory, MemoryWriteReply, WipeReport } from '#contract/memory-api';

import type { StoreNow } from '../../session/evidence/receipt';
import { toTransportError } from '../../transport/transport-error';
import { pause, whileInSight } from '../../ui/page-life';
import { MEMORY_API } from './http-memory-api';
import type { MemoryApi, WipedToo } from './memory-api';
import { watchMemory } from './memory-watch';

/** What this page knows of the store, by reads of its own and never by those of a run. */
export type StoredView =
  | { readonly status: 'loading' }
  /** The read failed: nothing is known, which is not the same as no memory. */
  | { readonly status: 'error'; readonly message: string }
  | { readonly status: 'content'; readonly memory: CurrentMemory };

/** The memory as it stands in the store, kept fresh while the page is in sight. */
@Injectable({ providedIn: 'root' })
export class StoredMemory {
  readonly #api = inject(MEMORY_API);
  readonly #view = signal<StoredView>({ status: 'loading' });
  readonly view = this.#view.asReadonly();
  readonly #newest = signal<number | undefined>(undefined);
  /** Number of the newest revision that this page has heard of; undefined while none is known. */
  readonly newest = this.#newest.asReadonly();
  readonly #isLive = signal(false);
  /** Whether every write is told to this page as it happens. */
  readonly isLive = this.#isLive.asReadonly();
  readonly #seen = signal<number | undefined>(undefined);
  /** Lines of later revisions are news to the person. */
  readonly seen = this.#seen.asReadonly();
  /** What the store holds now, as far as this page knows, for what is held against it. */
  readonly now = computed<StoreNow>(() => {
    const view = this.#view();
    const memory = view.status === 'content' ? view.memory : undefined;
    return { newest: this.#newest(), sha256: memory?.sha256, revision: memory?.revision };
  });
  #reading: Promise<void> | undefined;
  #readAgain = false;

  constructor() {
    const stop = whileInSight((signal) => void this.#follow(signal));
    inject(DestroyRef).onDestroy(stop);
  }

  /** Reads the store afresh; a read that is under way is followed by one more. */
  refresh(): Promise<void> {
    this.#readAgain = true;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** Makes a change and reads what the store holds then. Rejects as the call does. */
  async change(call: (api: MemoryApi) => Promise<MemoryWriteReply>): Promise<MemoryWriteReply> {
    const reply = await call(this.#api);
    this.#hear(reply.revision);
    // The person's own writes are no news to them.
    this.#seen.set(Math.max(this.#seen() ?? 0, reply.revision));
    await this.refresh();
    return reply;
  }

  /** Wipes the memory and reads what the store holds then. Rejects as the call does. */
  async wipe(also: WipedToo): Promise<WipeReport> {
    const report = await this.#api.wipe(also);
    this.#hear(report.revision);
    await this.refresh();
    return report;
  }

  /** Whether something was written that the person has not seen. */
  readonly hasUnseen = computed(() => (this.#newest() ?? 0) > (this.#seen() ?? Infinity));

  /** The person has looked at what there is. */
  markSeen(): void {
    this.#seen.set(this.#newest());
  }

  async #follow(signal: AbortSignal): Promise<void> {
    await this.refresh();
    if (signal.aborted) return;
    const watch = {
      api: this.#api,
      pause,
      newest: () => this.#newest(),
      onRevision: (revision: number) => {
        this.#hear(revision);
        void this.refresh();
      },
      onRefused: () => void this.refresh(),
      onConnected: (connected: boolean) => {
        // What could not be read before may be readable now.
        if (connected && this.#view().status === 'error') void this.refresh();
        this.#isLive.set(connected);
      },
    };
    await watchMemory(watch, signal);
    this.#isLive.set(false);
  }

  async #read(): Promise<void> {
    while (this.#readAgain) {
      this.#readAgain = false;
      try {
        const memory = await this.#api.readCurrent();
        this.#view.set({ status: 'content', memory });
        if (memory.revision !== null) this.#hear(memory.revision);
        if (this.#seen() === undefined) this.#seen.set(this.#newest() ?? 0);
      } catch (error) {
        this.#view.set({ status: 'error', message: toTransportError(error).message });
      }
    }
  }

  #hear(revision: number): void {
    this.#newest.set(Math.max(this.#newest() ?? 0, revision));
  }
}
