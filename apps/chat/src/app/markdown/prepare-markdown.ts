/** Loads the code that answers are shown with, before there is one to show. */
export function prepareMarkdown(): void {
  // What cannot be loaded now is loaded where it is needed, and text is shown plain until then.
  Promise.all([import('./markdown-text'), import('../ui/copy-button')]).catch(() => undefined);
}
