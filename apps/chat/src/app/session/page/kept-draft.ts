import type { Draft } from '../draft/draft';

/** Where words wait while the page is loaded anew; in this tab alone. */
const DRAFT_STORAGE_KEY = 'throughline.draft.v1';

/** Keeps what is being written over one reload of the page. Whether the browser did keep it. */
export function keepDraft(draft: Draft): boolean {
  try {
    sessionStorage.setItem(DRAFT_STORAGE_KEY, draft.text());
    return sessionStorage.getItem(DRAFT_STORAGE_KEY) === draft.text();
  } catch {
    return false;
  }
}

/** Gives back what was kept, once, unless other words have been begun. */
export function restoreDraft(draft: Draft): void {
  try {
    const text = sessionStorage.getItem(DRAFT_STORAGE_KEY);
    if (text === null) return;
    sessionStorage.removeItem(DRAFT_STORAGE_KEY);
    draft.giveBack(text);
  } catch {
    // Nothing was kept where nothing can be read.
  }
}
