import { chromium } from '@playwright/test';

import { findChromium } from '../chromium.mjs';
import { printRow } from './print-row.ts';
import {
  composerUsable,
  emptyKeystrokes,
  initialJavaScript,
  longAnswer,
  longThread,
  openThread,
} from './ui/measures.ts';
import { PacedModel } from './ui/paced-model.ts';
import { ServedApp } from './ui/served-app.ts';

/** Prints what a person feels of the built client, in a real browser on the real server. */
const model = await PacedModel.start();
const app = await ServedApp.start(model.url);
const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  printRow(initialJavaScript());
  printRow(await composerUsable(browser, app.url));
  for (const slower of [1, 4])
    for (const row of await longAnswer(browser, app.url, model, slower)) printRow(row);
  const thread = await longThread(app.url);
  for (const slower of [1, 4] as const) printRow(await emptyKeystrokes(browser, app.url, slower));
  for (const slower of [1, 4] as const)
    for (const row of await openThread(browser, app.url, thread, slower)) printRow(row);
} finally {
  await browser.close();
  await app.stop();
  await model.stop();
}
