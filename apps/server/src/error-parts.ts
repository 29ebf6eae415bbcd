/** Lines of a stack that are shown. */
const MAX_FRAMES = 12;

/**
 * Where an error came from, without its message: that may have lines which look like frames, and quote
 * anything.
 */
export function framesOf({ stack = '', message }: Error): string[] {
  const at = stack.indexOf(message);
  return stack
    .slice(at === -1 ? 0 : at + message.length)
    .split('\n')
    .filter((line) => /^\s+at [^\s].*:\d+:\d+\)?$|^\s+at [\w.<>$ [\]]+ \(<anonymous>\)$/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}

/** Whether a code is one of the runtime's or of a library's: providers send codes of their own. */
export function isCode(code: unknown): code is string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code);
}
