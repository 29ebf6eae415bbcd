import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Browser } from '@playwright/test';

import { median, type Row } from '../row.ts';
import { openBarePage, openPage, timeOf } from './measured-page.ts';

const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'chat', 'browser');

/** Everything that the first page needs of JavaScript, compressed as it is sent. */
export function initialJavaScript(): Row {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const bytes = readdirSync(built)
    .filter((name) => name.endsWith('.js') && html.includes(name))
    .map((name) => gzipSync(readFileSync(join(built, name)), { level: 9 }).length)
    .reduce((sum, size) => sum + size, 0);
  return { what: 'initial JavaScript, gzip', value: bytes / 1000, unit: 'kB', bar: 150 };
}

/** When the composer stands, beside the same box on a bare page, by turns. */
export async function composerUsable(browser: Browser, url: string, rounds: number): Promise<Row> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const empty = await openBarePage(browser, url, 4);
    bare.push(await timeOf(empty, 'composerAt'));
    await empty.context().close();
    const page = await openPage(browser, 4);
    await page.goto(url);
    ours.push(await timeOf(page, 'composerAt'));
    await page.context().close();
  }
  const note = `a bare page ${(median(bare) / 1000).toFixed(2)} s`;
  return {
    what: 'composer painted, 4x slower',
    value: median(ours) / 1000,
    unit: 's',
    bar: 1.5,
    note,
  };
}
