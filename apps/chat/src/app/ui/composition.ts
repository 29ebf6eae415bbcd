/**
 * Whether a key belongs to an input method that composes a word. Safari sends the Enter that ends a
 * composition after it, told apart by the key code 229 alone.
 */
export function isComposition(event: KeyboardEvent): boolean {
  const { keyCode }: { readonly keyCode: number } = event;
  return event.isComposing || keyCode === 229;
}
