import type { CurrentMemory, MemoryMeter } from '#contract/memory-api';
import { MEMORY_MAX_BYTES } from '#contract/names';
import type { MemoryRevision } from '#contract/revision';
import type { MemoryScope } from '#contract/scope';
import { utf8Bytes } from '#contract/text';
import type { MemoryGate } from '#graph/memory/gate';
import { traceLines } from '#graph/memory/provenance';
import { listRevisions } from '#graph/memory/revisions';
import type { BaseStore } from '@langchain/langgraph-checkpoint';

/** Revisions read at once on the way back to a line's origin. */
const PAGE = 20;

/** A rule of thumb of model providers for English text; other scripts take more tokens a byte. */
const BYTES_PER_TOKEN = 4;

/** A fresh read of the owner's memory, line by line with its origin. */
export async function readCurrentMemory(
  store: BaseStore,
  gate: MemoryGate,
  owner: MemoryScope,
): Promise<CurrentMemory> {
  const { text, problem, head, receipt } = await gate.read(owner);
  const readAt = new Date().toISOString();
  const traced = text !== undefined && problem === undefined;
  return {
    text: text ?? null,
    ...receipt,
    read_at: readAt,
    meter: meterOf(text),
    problem: problem ?? null,
    lines: traced ? await traceLines(text, backFrom(store, owner, head.revision)) : [],
  };
}

function meterOf(text = ''): MemoryMeter {
  const bytes = utf8Bytes(text);
  return {
    bytes,
    max_bytes: MEMORY_MAX_BYTES,
    approximate_tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
  };
}

/** The kept revisions from this one back: what is written meanwhile is not part of the read. */
async function* backFrom(
  store: BaseStore,
  owner: MemoryScope,
  newest: number,
): AsyncGenerator<MemoryRevision> {
  for (let before = newest + 1; ;) {
    const page = await listRevisions(store, owner, { limit: PAGE, before });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    before = last.number;
  }
}
