import type { CurrentMemory, MemoryMeter } from '#contract/memory-api';
import { MEMORY_MAX_BYTES } from '#contract/names';
import type { MemoryScope } from '#contract/scope';
import { utf8Bytes } from '#contract/text';
import type { MemoryGate } from '#graph/memory/gate';

/** A rule of thumb of model providers for English text; other scripts take more tokens a byte. */
const BYTES_PER_TOKEN = 4;

/** A fresh read of the owner's memory, line by line with its origin. */
export async function readCurrentMemory(
  gate: MemoryGate,
  owner: MemoryScope,
): Promise<CurrentMemory> {
  const { text, problem, receipt, origins } = await gate.readWithOrigins(owner);
  const lines = text === undefined || problem !== undefined ? [] : text.split('\n');
  return {
    text: text ?? null,
    ...receipt,
    read_at: new Date().toISOString(),
    meter: meterOf(text),
    problem: problem ?? null,
    lines: lines.map((line, place) => ({ text: line, origin: origins[place] ?? null })),
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
