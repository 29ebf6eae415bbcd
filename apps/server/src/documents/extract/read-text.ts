/** Reads plain text: UTF-8, or UTF-16 with its mark. Undefined when it is neither. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  return decode(bytes, 'utf-8');
}

/** Reads bytes in a named encoding. Undefined when they are not in it, or no such encoding is known. */
export function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // TypeError: bytes that are none of this encoding. RangeError: an unknown name.
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}
