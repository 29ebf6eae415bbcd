import type { MemoryScope } from '#contract/scope';
import type { MemoryChange } from '#graph/memory/change';
import type { MemoryGate } from '#graph/memory/gate';

import { outsideRuns } from '../memory/outside-runs.ts';
import { refusedByGate } from '../memory/refused-by-gate.ts';
import type { MemoryWriter } from './memory-writer.ts';

/** The graph's gate, for store routes. A store route is a person's hand. */
export function gateMemoryWriter(gate: MemoryGate): MemoryWriter {
  const change = async (
    owner: MemoryScope,
    changeFrom: (basedOn: string | null) => MemoryChange,
  ): Promise<void> => {
    // A put replaces whatever is there; what it replaces is still named, so that no write that
    // slips in between is lost unseen.
    const { receipt } = await gate.read(owner);
    const write = {
      scope: owner,
      author: outsideRuns('person'),
      change: changeFrom(receipt.sha256),
    };
    const outcome = await gate.write(write);
    if (outcome.refused !== undefined) throw refusedByGate(outcome);
  };

  return {
    write: (owner, text) => change(owner, (basedOn) => ({ kind: 'replace', text, basedOn })),
    remove: (owner) => change(owner, (basedOn) => ({ kind: 'erase', basedOn })),
  };
}
