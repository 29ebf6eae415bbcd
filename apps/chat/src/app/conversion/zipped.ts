import { strToU8, zipSync } from 'fflate';

import type { OutFile } from '#contract/convert';

/** All files in one archive, by their names. */
export function zipped(files: readonly OutFile[]): Blob {
  const entries = Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)]));
  return new Blob([zipSync(entries)], { type: 'application/zip' });
}
