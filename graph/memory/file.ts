import type { BaseStore, Item } from '@langchain/langgraph-checkpoint';

import { MEMORY_PATH, memoryNamespace } from '#contract/names';
import type { MemoryReceipt } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import { textProblem, type TextProblem } from '#contract/text';

import { MemoryUnavailableError } from './failure.ts';
import { HEAD_KEY, revisionNamespace, sha256 } from './namespace.ts';

/** The pointer to the newest accepted write. */
export interface Head {
  readonly revision: number;
  readonly sha256: string | null;
}

/** What one read of the store found. */
export interface MemorySnapshot {
  /** Literal text; undefined when there is no file. */
  readonly text: string | undefined;
  /** Why the agent must not be run on this text, if so: left too large or ill-formed by other means. */
  readonly problem: TextProblem | undefined;
  readonly head: Head;
  readonly receipt: MemoryReceipt;
  /** ISO 8601; undefined when there is no file. */
  readonly createdAt: string | undefined;
}

/**
 * Reads file and head together. Throws MemoryUnavailableError when the store fails or holds
 * something that is no text: an outage must never look like "no memory".
 */
export async function readMemory(store: BaseStore, scope: MemoryScope): Promise<MemorySnapshot> {
  try {
    // Asked for in one tick, so that a batching store answers both from one moment.
    const [file, pointer] = await Promise.all([
      store.get(memoryNamespace(scope), MEMORY_PATH),
      store.get(revisionNamespace(scope), HEAD_KEY),
    ]);
    const head = headOf(pointer);
    if (!file) {
      // A file that vanished by other means leaves a head that says otherwise.
      const accounted = head.sha256 === null;
      const receipt = { revision: accounted ? head.revision : null, sha256: null };
      return { text: undefined, problem: undefined, head, receipt, createdAt: undefined };
    }
    const text = contentText(file.value['content']);
    const hash = sha256(text);
    const createdAt: unknown = file.value['created_at'];
    return {
      text,
      problem: textProblem(text),
      head,
      receipt: { revision: hash === head.sha256 ? head.revision : null, sha256: hash },
      createdAt: typeof createdAt === 'string' ? createdAt : undefined,
    };
  } catch (cause) {
    throw new MemoryUnavailableError(cause);
  }
}

function headOf(item: Item | null): Head {
  if (!item) return { revision: 0, sha256: null };
  const { revision, sha256: hash } = item.value as { revision?: unknown; sha256?: unknown };
  if (!Number.isSafeInteger(revision) || !(hash === null || typeof hash === 'string'))
    throw new Error('The pointer to the newest memory revision is damaged.');
  return { revision: revision as number, sha256: hash };
}

/** Text of a stored file in any of the forms that deep agents have written. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content) && content.every((line) => typeof line === 'string'))
    return content.join('\n');
  // ignoreBOM keeps a leading BOM as the character it is; fatal refuses what is not UTF-8.
  if (content instanceof Uint8Array)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  throw new Error('The stored memory file holds no text.');
}
