import { computed, inject, Injectable, resource, signal } from '@angular/core';

import { MEMORY_API } from './http-memory-api';
import { ConflictError } from './memory-api';
import { problemOf } from './problem';
import { storedLines } from './stored-lines';
import { StoredMemory } from './stored-memory';

/** Takes back what a tool call of the agent's has written into the memory. */
@Injectable({ providedIn: 'root' })
export class ForgetCall {
  readonly #api = inject(MEMORY_API);
  readonly #stored = inject(StoredMemory);
  readonly #outcomes = signal<ReadonlyMap<string, string>>(new Map());
  /** What became of taking back, by the call, in words. */
  readonly outcomes = this.#outcomes.asReadonly();
  readonly #busy = signal(false);
  readonly busy = this.#busy.asReadonly();
  readonly #memory = computed(() => {
    const view = this.#stored.view();
    return view.status === 'content' ? view.memory : undefined;
  });
  /** The newest revision: only that can be undone without touching what came after it. */
  readonly #newest = resource({
    params: () => this.#stored.newest(),
    loader: async () => (await this.#api.readRevisions(1))[0],
  });

  /** Whether nothing was written after the call. */
  canUndo(callId: string): boolean {
    const newest = this.#newest.hasValue() ? this.#newest.value() : undefined;
    return newest?.author.tool_call_id === callId && newest.number === this.#memory()?.revision;
  }

  /** Whether lines that the call brought in are stored still. */
  canForget(callId: string): boolean {
    return this.#linesOf(callId).length > 0;
  }

  /** Brings the text back that was there before the call. */
  async undo(callId: string): Promise<void> {
    const newest = this.#newest.hasValue() ? this.#newest.value() : undefined;
    if (newest === undefined || !this.canUndo(callId)) return;
    await this.#tell(callId, $localize`Undone. The memory is as it was before.`, async () => {
      const before = newest.number - 1;
      await this.#stored.change((api) =>
        before === 0 ? api.edit('', newest.sha256) : api.restore(before, newest.sha256),
      );
    });
  }

  /** Forgets each line that the call brought in, and nothing else. */
  async forget(callId: string): Promise<void> {
    await this.#tell(callId, $localize`Forgotten. What was said here can still be found; leave this conversation out of recall by its menu.`, async () => {
      for (let [line] = this.#linesOf(callId); line; [line] = this.#linesOf(callId)) {
        const { occurrence, text } = line;
        const basedOn = this.#memory()?.sha256 ?? null;
        await this.#stored.change((api) => api.forget({ line: text, occurrence, basedOn }));
      }
    });
  }

  #linesOf(callId: string) {
    const memory = this.#memory();
    if (memory === undefined) return [];
    return storedLines(memory, undefined).filter(
      ({ origin }) => origin?.author.tool_call_id === callId,
    );
  }

  async #tell(callId: string, done: string, act: () => Promise<void>): Promise<void> {
    this.#busy.set(true);
    let words = done;
    try {
      await act();
    } catch (error) {
      words =
        error instanceof ConflictError
          ? $localize`The memory was changed meanwhile; nothing was written.`
          : problemOf(error);
      await this.#stored.refresh();
    } finally {
      this.#busy.set(false);
    }
    this.#outcomes.update((all) => new Map(all).set(callId, words));
  }
}
