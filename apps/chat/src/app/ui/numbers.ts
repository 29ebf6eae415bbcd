import { PAGE_LOCALE } from './page-locale';

const plain = new Intl.NumberFormat(PAGE_LOCALE);
const bytes = new Intl.NumberFormat(PAGE_LOCALE, {
  style: 'unit',
  unit: 'byte',
  unitDisplay: 'long',
});

/** A number as people write it: 65,536. */
export function formatNumber(value: number): string {
  return plain.format(value);
}

/** A count of bytes in words: 1 byte, 65,536 bytes. */
export function formatBytes(count: number): string {
  return bytes.format(count);
}
