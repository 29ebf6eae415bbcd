/** Finds the browser the tests drive. Plain JavaScript: bootstrap runs it on any Node from 16 on. */
import { accessSync, constants } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of an installed Chromium, or undefined; CHROMIUM_PATH goes first. */
export function findChromium() {
  return [process.env['CHROMIUM_PATH'], ...PLACES].find((place) => place && isExecutable(place));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
