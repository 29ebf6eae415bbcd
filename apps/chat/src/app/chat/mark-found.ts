/** Name under which the style of the page knows the words that were looked for. */
const HIGHLIGHT = 'found';

/**
 * Marks words in an element, and keeps them marked while it is drawn anew (a text is shown plain
 * until its markup is read). Marks of before go. Returns what ends that.
 */
export function markFound(element: Element, words: readonly string[]): () => void {
  // Where the browser knows no such marks, the place alone tells of the hit.
  if (!('highlights' in CSS)) return () => undefined;
  const mark = () => CSS.highlights.set(HIGHLIGHT, new Highlight(...rangesOf(element, words)));
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(element, { childList: true, characterData: true, subtree: true });
  return () => {
    observer.disconnect();
    CSS.highlights.delete(HIGHLIGHT);
  };
}

function rangesOf(element: Element, words: readonly string[]): Range[] {
  const wanted = [...new Set(words.map(folded))].filter((word) => word !== '');
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = folded(node.textContent ?? '');
    // Folding that changes a text's length would put the marks elsewhere.
    if (text.length !== node.textContent?.length) continue;
    for (const word of wanted) {
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

function folded(text: string): string {
  return text.toLowerCase();
}
