import { inject, Injectable } from '@angular/core';

import type { CurrentMemory } from '#contract/memory-api';

import { ConflictError } from './memory-api';
import { problemOf } from './problem';
import { addLine, replaceLine } from './replace-line';
import { StoredMemory } from './stored-memory';
import type { StoredLine } from './stored-lines';

/** Writes single lines by hand; what went wrong comes back as a sentence, nothing as undefined. */
@Injectable({ providedIn: 'root' })
export class LineWriter {
  readonly #stored = inject(StoredMemory);

  add(words: string): Promise<string | undefined> {
    return this.#write((memory) => addLine(memory.text, words));
  }

  replace(line: StoredLine, words: string): Promise<string | undefined> {
    return this.#write((memory) => replaceLine(memory, line, words));
  }

  async #write(change: (memory: CurrentMemory) => string): Promise<string | undefined> {
    const view = this.#stored.view();
    if (view.status !== 'content') return $localize`The memory could not be read. Try again.`;
    const { memory } = view;
    try {
      const { warnings } = await this.#stored.change((api) =>
        api.edit(change(memory), memory.sha256),
      );
      return warnings.length > 0 ? warnings.join(' ') : undefined;
    } catch (error) {
      await this.#stored.refresh();
      return error instanceof ConflictError
        ? $localize`The memory was changed meanwhile; nothing was written. Try again.`
        : problemOf(error);
    }
  }
}
