/** Runs the component tests in the machine's own Chromium, which Angular's builder finds by name. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

import { findChromium } from '../../tools/chromium.mjs';

const chromium = findChromium();
if (chromium === undefined) {
  process.stderr.write('No Chromium found. Install one, or name it in CHROMIUM_PATH.\n');
  process.exit(1);
}
const { status } = spawnSync('ng', ['run', 'chat:component-test'], {
  stdio: 'inherit',
  env: { ...process.env, CHROME_BIN: chromium },
});
process.exit(status ?? 1);
