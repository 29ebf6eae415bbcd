import {
  DOCUMENT_LIMITS,
  type Extracted,
  refused,
  type Refused,
  type SentFile,
} from './extracted.ts';
import { textOfDocx } from './read-docx.ts';
import { decodeHtml, textOfHtml } from './read-html.ts';
import { textOfPdf } from './read-pdf.ts';
import { decodeText } from './read-text.ts';

/** What reads each format, with its version: a text that another version read may differ. */
export const EXTRACTORS = {
  text: 'text 1',
  markdown: 'text 1',
  html: 'html 1, parse5 8.1.1',
  pdf: 'pdf 1, unpdf 1.8.1',
  docx: 'docx 1, mammoth 1.13.0',
} as const;

type Format = keyof typeof EXTRACTORS;

/** The text of a file, or why there is none. Runs in a thread of its own: it may take long. */
export async function extractFile(file: SentFile): Promise<Extracted | Refused> {
  const format = formatOf(file);
  const read = await readAs(format, file.bytes);
  if ('refused' in read) return read;
  // Half a character, and the end mark of C, are no text; both would be lost on the way.
  const text = read.text.toWellFormed().replaceAll('\0', '');
  if (text.trim() === '')
    return refused(
      'unreadable',
      'There is no text in the file. A scan needs text recognition first.',
    );
  if (text.length > DOCUMENT_LIMITS.length)
    return refused(
      'too-large',
      `The file has more than ${DOCUMENT_LIMITS.length.toLocaleString('en')} characters of text. Send it in parts.`,
    );
  return { ...read, text, format, extractor: EXTRACTORS[format] };
}

/** By its first bytes, where a format has some of its own; else by the ending of its name. */
function formatOf({ name, bytes }: SentFile): Format {
  const beginning = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  if (beginning === '%PDF-') return 'pdf';
  if (beginning.startsWith('PK')) return 'docx';
  if (/\.(?:html?|xhtml)$/i.test(name)) return 'html';
  return /\.(?:md|markdown)$/i.test(name) ? 'markdown' : 'text';
}

async function readAs(
  format: Format,
  bytes: Uint8Array,
): Promise<{ readonly text: string; readonly pages?: number } | Refused> {
  if (format === 'pdf') return textOfPdf(bytes);
  if (format === 'docx') return textOfDocx(bytes);
  const decoded = format === 'html' ? decodeHtml(bytes) : decodeText(bytes);
  if (decoded === undefined || decoded.includes('\0'))
    return refused(
      'unreadable',
      'Text, Markdown, HTML, PDF and Word (.docx) files are read, text files as UTF-8 or UTF-16. This is none of them.',
    );
  return { text: format === 'html' ? textOfHtml(decoded) : decoded };
}
