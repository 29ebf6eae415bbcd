import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';

import { DOCUMENT_LIMITS, refused, type Refused } from './extracted.ts';

/** The text of a Word file, paragraph by paragraph. */
export async function textOfDocx(bytes: Uint8Array): Promise<{ readonly text: string } | Refused> {
  try {
    const parts = textParts(bytes);
    if ('refused' in parts) return parts;
    const buffer = Buffer.from(zipSync(parts.files, { level: 0 }));
    const { value } = await mammoth.extractRawText({ buffer });
    return { text: value };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refused('unreadable', 'The Word file cannot be read. It may be damaged.');
  }
}

/**
 * The parts of the file that hold text, unpacked. A few bytes can claim to be gigabytes, and pictures
 * are of no use here, so the rest is left packed and is not handed on.
 */
function textParts(bytes: Uint8Array): { readonly files: Record<string, Uint8Array> } | Refused {
  let unpacked = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      unpacked += originalSize;
      return unpacked <= DOCUMENT_LIMITS.unpackedBytes;
    },
  });
  if (unpacked > DOCUMENT_LIMITS.unpackedBytes)
    return refused('too-large', 'The Word file unpacks to more than is read. Send it in parts.');
  return { files };
}
