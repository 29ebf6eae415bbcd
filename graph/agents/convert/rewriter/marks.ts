import type { LedgerEntry, LedgerKind } from '#contract/convert';

/**
 * Notes that travel inside the code until it is finished: only then are their lines known, and a note
 * in code that was given up goes with it.
 */
export class Marks {
  readonly #mark: string;
  readonly #notes: { readonly kind: LedgerKind; readonly reason: string }[] = [];

  /** The mark is a character that no source holds. */
  constructor(sources: readonly string[]) {
    let code = 0xe000;
    while (sources.some((text) => text.includes(String.fromCharCode(code)))) code += 1;
    this.#mark = String.fromCharCode(code);
  }

  /** Puts a note behind code. */
  note(code: string, kind: LedgerKind, reason: string): string {
    this.#notes.push({ kind, reason });
    return `${code}${this.#mark}${this.#notes.length - 1}${this.#mark}`;
  }

  /** The code without its notes. */
  strip(code: string): string {
    return code
      .split(this.#mark)
      .filter((_, at) => at % 2 === 0)
      .join('');
  }

  /** The finished text of a file, and the notes that it carried with their lines. */
  settle(file: string, code: string): { readonly text: string; readonly entries: LedgerEntry[] } {
    const entries: LedgerEntry[] = [];
    const lines = code.split('\n').map((line, at) => {
      const parts = line.split(this.#mark);
      for (let each = 1; each < parts.length; each += 2) {
        const note = this.#notes[Number(parts[each])];
        if (note && !entries.some(({ line, reason }) => line === at + 1 && reason === note.reason))
          entries.push({ file, line: at + 1, ...note });
      }
      return parts.filter((_, each) => each % 2 === 0).join('');
    });
    return { text: lines.join('\n'), entries };
  }
}
