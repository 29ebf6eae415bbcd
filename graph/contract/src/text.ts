import { MEMORY_MAX_BYTES } from './names.ts';

/** Why a text cannot be the memory file. */
export type TextProblem = 'too-large' | 'ill-formed';

const encoder = new TextEncoder();

/** Size of a text in bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).byteLength;
}

/**
 * What keeps a text from being the memory file, if anything.
 * UTF-16 length is checked first so that a huge text is never encoded; a lone surrogate would be
 * replaced silently by the encoder, so well-formedness comes before the byte count.
 */
export function textProblem(text: string): TextProblem | undefined {
  if (text.length > MEMORY_MAX_BYTES) return 'too-large';
  if (!text.isWellFormed()) return 'ill-formed';
  return utf8Bytes(text) > MEMORY_MAX_BYTES ? 'too-large' : undefined;
}
