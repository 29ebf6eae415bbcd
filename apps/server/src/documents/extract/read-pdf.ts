import { extractText, getDocumentProxy } from 'unpdf';

import { DOCUMENT_LIMITS, refused, type Refused } from './extracted.ts';

/** The library's level of what it prints; it would print what it finds odd in a person's file. */
const SILENT = 0;

/** The text of a PDF, page after page. */
export async function textOfPdf(
  bytes: Uint8Array,
): Promise<{ readonly text: string; readonly pages: number } | Refused> {
  try {
    // The library takes the bytes away from whoever hands them over.
    const pdf = await getDocumentProxy(bytes.slice(), { verbosity: SILENT });
    if (pdf.numPages > DOCUMENT_LIMITS.pages)
      return refused(
        'too-large',
        `A PDF may have ${DOCUMENT_LIMITS.pages} pages. Send it in parts.`,
      );
    const { text } = await extractText(pdf, { mergePages: false });
    return { text: text.join('\n\n'), pages: pdf.numPages };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refused(
      'unreadable',
      error.name === 'PasswordException'
        ? 'The PDF asks for a password. Save it without one, then send it again.'
        : 'The PDF cannot be read. It may be damaged.',
    );
  }
}
