import { join, resolve } from 'node:path';

import type { OutFile } from '#contract/convert';

import { CliError } from './cli-error.ts';
import { hashOf, isFolder, readText, requireWritable, writeWhole } from './files.ts';

/** A result file and what stands on the disk in its place. */
interface Place {
  readonly name: string;
  readonly path: string;
}

/** Where the files of a conversion are written: one file, or a folder. */
export class OutFiles {
  readonly #places: readonly Place[];

  private constructor(places: readonly Place[]) {
    this.#places = places;
  }

  /**
   * The places of the named files for an `--out`. One file goes to that very path, unless it is a
   * folder; several go below it. Throws CliError where nothing can be written.
   */
  static async at(out: string, names: readonly string[], endsAsFolder: boolean): Promise<OutFiles> {
    const [only] = names;
    const single = names.length === 1 && only !== undefined && !endsAsFolder;
    const places =
      single && !(await isFolder(out))
        ? [{ name: only, path: resolve(out) }]
        : names.map((name) => ({ name, path: resolve(join(out, name)) }));
    for (const { path } of places) await requireWritable(path);
    return new OutFiles(places);
  }

  get paths(): string[] {
    return this.#places.map(({ path }) => path);
  }

  /** The files that were edited since `result` was written there. Those that are gone are no edits. */
  async edited(result: readonly OutFile[]): Promise<(OutFile & { readonly path: string })[]> {
    const edited: (OutFile & { path: string })[] = [];
    for (const { name, path } of this.#places) {
      const written = result.find((file) => file.name === name);
      if (written === undefined) continue;
      const text = await readText(path);
      if (text !== undefined && hashOf(text) !== hashOf(written.text))
        edited.push({ name, path, text });
    }
    return edited;
  }

  /** Writes the result. `before` is what may stand there; what else does is left alone. Throws CliError. */
  async write(result: readonly OutFile[], before: readonly OutFile[] | undefined): Promise<void> {
    const late = before === undefined ? [] : await this.edited(before);
    const [first] = late;
    if (first !== undefined)
      throw new CliError(
        `${first.path} was edited while the turn ran, so it was left as it is. The conversation has the result; --adopt goes on from your edits.`,
      );
    for (const { name, path } of this.#places) {
      const file = result.find((each) => each.name === name);
      if (file !== undefined) await writeWhole(path, file.text);
    }
  }
}
