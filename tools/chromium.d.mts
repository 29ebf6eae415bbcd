/** Path of an installed Chromium, or undefined; CHROMIUM_PATH goes first. */
export function findChromium(): string | undefined;
