import type { MemoryAuthor, MemoryRevision } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import { utf8Bytes } from '#contract/text';

import type { MemorySnapshot } from './file.ts';
import { sha256 } from './namespace.ts';

/** Text that the gate never saw gets its own row first, so that history has no hole. */
export function adoption(current: MemorySnapshot, scope: MemoryScope, at: Date): MemoryRevision[] {
  if (current.receipt.revision !== null || current.problem !== undefined) return [];
  return [makeRevision(current.head.revision + 1, scope, importAuthor, current.text, at)];
}

const importAuthor: MemoryAuthor = {
  kind: 'import',
  thread_id: null,
  run_id: null,
  message_id: null,
  tool_call_id: null,
};

export function makeRevision(
  number: number,
  owner: MemoryScope,
  author: MemoryAuthor,
  text: string | undefined,
  at: Date,
): MemoryRevision {
  return {
    number,
    written_at: at.toISOString(),
    owner,
    author,
    text: text ?? null,
    bytes: text === undefined ? 0 : utf8Bytes(text),
    sha256: text === undefined ? null : sha256(text),
  };
}

/** The file in the form that deep agents read and write (FileData, version 2). */
export function fileValue(
  text: string,
  createdAt: string,
  modifiedAt: string,
): Record<string, unknown> {
  return {
    content: text,
    mimeType: 'text/markdown',
    created_at: createdAt,
    modified_at: modifiedAt,
  };
}

/**
 * Key of a tool call's receipt. The message is part of it because some providers number their calls
 * anew in every message, and a second call_0 must not be taken for a repetition of the first.
 */
export function receiptKey({
  thread_id,
  message_id,
  tool_call_id,
}: MemoryAuthor): string | undefined {
  if (thread_id === null || tool_call_id === null) return undefined;
  return sha256(JSON.stringify([thread_id, message_id, tool_call_id]));
}
