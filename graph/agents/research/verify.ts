import { createHash } from 'node:crypto';

import type { OwnerDocuments } from '../../work/documents.ts';
import type { Passage, ResearchRecord, VerifiedStatement } from './record.ts';

interface Verification {
  readonly verified: VerifiedStatement[];
  readonly notes: string[];
}

/**
 * Looks up every citation in the stored text of its document. One that does not stand there to the
 * letter is removed and noted; a statement whose last citation fell is unsupported.
 */
export async function verify(
  { passages, analyses }: ResearchRecord,
  documents: OwnerDocuments,
): Promise<Verification> {
  const texts = await textsOf(passages, documents);
  const notes: string[] = [];
  const verified = analyses.map(({ statement, citations }, at): VerifiedStatement => {
    const kept = citations.flatMap(({ passage: number, quote }) => {
      const passage = passages[number];
      const problem = passage ? problemOf(passage, quote, texts) : 'there is no such passage';
      if (!passage || problem !== undefined) {
        notes.push(
          `Statement ${at + 1}: a citation of passage ${number} was removed: ${problem ?? ''}.`,
        );
        return [];
      }
      const start = passage.start + passage.text.indexOf(quote);
      const { document, name, hash, extractor } = passage;
      return [{ document, name, hash, extractor, start, end: start + quote.length, quote }];
    });
    return { statement, supported: kept.length > 0, citations: kept };
  });
  return { verified, notes };
}

/** The stored texts of the documents, as far as they are still there. */
async function textsOf(
  passages: readonly Passage[],
  documents: OwnerDocuments,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const id of new Set(passages.map(({ document }) => document))) {
    const read = await documents.read(id);
    if (read) texts.set(id, read.text);
  }
  return texts;
}

function problemOf(
  passage: Passage,
  quote: string,
  texts: ReadonlyMap<string, string>,
): string | undefined {
  const text = texts.get(passage.document);
  if (text === undefined) return 'the document has been removed';
  if (createHash('sha256').update(text).digest('hex') !== passage.hash)
    return 'the text of the document has changed';
  if (text.slice(passage.start, passage.end) !== passage.text)
    return 'the passage does not stand in the document';
  const at = passage.text.indexOf(quote);
  if (quote.trim() === '' || at === -1) return 'the words do not stand in the passage';
  // Not half of a character, as the end of another quotation could be.
  if (!quote.isWellFormed()) return 'the words are no whole characters';
  return undefined;
}
