import type { SQLInputValue } from 'node:sqlite';
import { deserialize } from '../serializer.ts';
import { type Row, text } from './row.ts';

/**
 * The condition for a namespace to be this one or below it. A namespace is stored as JSON, so what
 * follows the prefix is `]` or `,`, and labels with a common beginning are never mixed up.
 */
export function under(prefix: readonly string[]): [sql: string, ...values: SQLInputValue[]] {
  if (prefix.length === 0) return ['1'];
  const open = JSON.stringify(prefix).slice(0, -1);
  return [
    '(namespace = ? OR (namespace > ? AND namespace < ?))',
    `${open}]`,
    `${open},`,
    `${open}-`,
  ];
}

/** Throws `damaged`. */
export function namespaceOf(row: Row): string[] {
  return JSON.parse(text(row, 'namespace')) as string[];
}

/** A fresh copy of the item's value. Throws `damaged`. */
export function valueOf(row: Row): Record<string, unknown> {
  return deserialize(text(row, 'value')) as Record<string, unknown>;
}
