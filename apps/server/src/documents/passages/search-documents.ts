import { recall } from '../../search/recall.ts';
import { DocumentIndex, type SearchedDocument } from './document-index.ts';
import type { Stretch } from './split-passages.ts';

/** What is looked for, and in what. */
export interface DocumentSearch {
  readonly documents: readonly SearchedDocument[];
  readonly question: string;
  readonly limit: number;
}

/** A passage that was found, and the place of its document in the list. */
export interface FoundStretch extends Stretch {
  readonly document: number;
}

/** Nobody speaks in a document, so no word of a question stands for a speaker. */
const NO_SPEAKERS = { person: [], assistant: [] };

/** The passages that most probably answer a question, best first. Runs in a thread: it may take long. */
export function searchDocuments({ documents, question, limit }: DocumentSearch): FoundStretch[] {
  const index = new DocumentIndex(documents);
  return recall(index, question, limit, { names: NO_SPEAKERS }).flatMap(({ thread, place }) => {
    const stretch = index.stretch(thread, place);
    return stretch ? [{ document: thread, ...stretch }] : [];
  });
}
