import type { Attachment } from '#contract/attachments';

/** Bytes that an attachment holds: of UTF-8, or of the image as it was read. */
export function sizeOf(file: Attachment): number {
  if (file.kind === 'text') return new TextEncoder().encode(file.text).byteLength;
  const padding = /=*$/.exec(file.base64)?.[0].length ?? 0;
  return (file.base64.length / 4) * 3 - padding;
}

/** A size as people read it. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
