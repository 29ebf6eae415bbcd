/** Name of the Playwright file that a source becomes: TypeScript, in the same folder. */
export function outNameOf(source: string): string {
  return source.replace(/\.[cm]?[jt]sx?$/, '.ts');
}
