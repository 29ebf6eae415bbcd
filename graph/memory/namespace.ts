import { createHash } from 'node:crypto';

import { memoryNamespace } from '#contract/names';
import type { MemoryScope } from '#contract/scope';

/** Where an owner's revisions live: beside the file, in any store that keeps the file. */
export function revisionNamespace(scope: MemoryScope): string[] {
  return [...memoryNamespace(scope), 'revisions'];
}

/** Where each tool call that wrote leaves its receipt, so that a repeated call writes once. */
export function receiptNamespace(scope: MemoryScope): string[] {
  return [...memoryNamespace(scope), 'receipts'];
}

/** Key of the pointer to the newest revision. It outlives the file, so numbers are never reused. */
export const HEAD_KEY = 'head';

/** Key of a revision's row; padded, so that stores that sort by key sort by number. */
export function revisionKey(number: number): string {
  return String(number).padStart(12, '0');
}

/** SHA-256 of a text's UTF-8 in lowercase hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
