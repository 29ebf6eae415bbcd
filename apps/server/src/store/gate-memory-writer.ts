import type { MemoryAuthor } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import type { MemoryChange, RefusalKind } from '#graph/memory/change';
import { createGate } from '#graph/memory/gate';
import type { MemoryLock } from '#graph/memory/lock';
import type { BaseStore } from '@langchain/langgraph-checkpoint';

import { HttpError, type HttpErrorKind } from '../door/http-error.ts';
import type { MemoryWriter } from './memory-writer.ts';

/** A store route is a person's hand: no run stands behind it. */
const PERSON: MemoryAuthor = {
  kind: 'person',
  thread_id: null,
  run_id: null,
  message_id: null,
  tool_call_id: null,
};

/** What each refusal of the gate is to a client; all but a lost race are about the text itself. */
const REFUSALS: Readonly<Record<RefusalKind, HttpErrorKind>> = {
  'changed-meanwhile': 'conflict',
  'not-read': 'conflict',
  'not-found': 'not-found',
  ambiguous: 'invalid',
  'too-large': 'too-large',
  'ill-formed': 'invalid',
  secret: 'invalid',
};

/** The graph's gate, for store routes. `lock` must be the one that the graph's own writers use. */
export function gateMemoryWriter(store: BaseStore, lock: MemoryLock): MemoryWriter {
  const gate = createGate({ store, lock });

  const change = async (
    owner: MemoryScope,
    changeFrom: (basedOn: string | null) => MemoryChange,
  ): Promise<void> => {
    // A put replaces whatever is there; what it replaces is still named, so that no write that
    // slips in between is lost unseen.
    const { receipt } = await gate.read(owner);
    const write = { scope: owner, author: PERSON, change: changeFrom(receipt.sha256) };
    const outcome = await gate.write(write);
    if (outcome.refused !== undefined)
      throw new HttpError(REFUSALS[outcome.refused], outcome.reason);
  };

  return {
    write: (owner, text) => change(owner, (basedOn) => ({ kind: 'replace', text, basedOn })),
    remove: (owner) => change(owner, (basedOn) => ({ kind: 'erase', basedOn })),
  };
}
