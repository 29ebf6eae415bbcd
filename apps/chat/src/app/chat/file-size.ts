import type { Attachment } from '#contract/attachments';

import { PAGE_LOCALE } from '../ui/page-locale';

const kilobytes = new Intl.NumberFormat(PAGE_LOCALE, { style: 'unit', unit: 'kilobyte' });
const megabytes = new Intl.NumberFormat(PAGE_LOCALE, {
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Bytes that an attachment holds: of UTF-8, or of the image as it was read. */
export function sizeOf(file: Attachment): number {
  if (file.kind === 'text') return new TextEncoder().encode(file.text).byteLength;
  const padding = /(?<!=)={1,2}$/.exec(file.base64)?.[0].length ?? 0;
  return (file.base64.length / 4) * 3 - padding;
}

/** A size as people read it. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return $localize`${bytes}:count: B`;
  return bytes < 1024 * 1024
    ? kilobytes.format(Math.ceil(bytes / 1024))
    : megabytes.format(bytes / 1024 / 1024);
}
