import { join } from 'node:path';

import { test, type Page } from '@playwright/test';

const documented = join(import.meta.dirname, '..', 'docs', 'images');

/** How a person's screen is set. */
export interface Screen {
  /** In CSS pixels. */
  readonly width: number;
  /** In CSS pixels; a phone's or a desk's by default. */
  readonly height?: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Sets the page to that screen, without motion, before it is opened. */
export async function setScreen(page: Page, { width, height, colorScheme }: Screen): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: height ?? (width === 360 ? 740 : 900) });
}

/** Keeps a picture of the page among this run's results. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ animations: 'disabled', path: test.info().outputPath(`${name}.png`) });
}

/**
 * A picture that the documentation shows. It shows times of day that the server made, so it differs
 * each time: only `npm run pictures` puts it into docs/images, and a plain run leaves the tree clean.
 */
export async function takeDocumented(page: Page, name: string): Promise<void> {
  if (process.env['DOCS_IMAGES'] !== '1') return takePicture(page, name);
  await page.screenshot({ animations: 'disabled', path: join(documented, `${name}.png`) });
}
