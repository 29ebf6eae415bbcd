import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import subsetFont from 'subset-font';

/** Characters that the languages of Western Europe are written with, and the page's own signs. */
const CHARACTERS = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  'ıŒœŠšŸŽžˆ˚˜–—‘’‚“”„†‡•…‰‹›⁄€™←↑→↓−×✓⌘',
].join('');
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'calt', 'case'];
const source = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);

/** Inter between the two weights that the page uses, with these characters alone. */
export async function makeFont(): Promise<Buffer> {
  return subsetFont(await readFile(source), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
    keepFeatures: FEATURES,
  });
}

function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
}
