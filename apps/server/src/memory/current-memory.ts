import type { CurrentMemory, LineOrigin, MemoryLine, MemoryMeter } from '#contract/memory-api';
import { MEMORY_MAX_BYTES } from '#contract/names';
import type { MemoryScope } from '#contract/scope';
import { utf8Bytes } from '#contract/text';
import type { MemoryGate } from '#graph/memory/gate';

/** A rule of thumb of model providers for English text; other scripts take more tokens a byte. */
const BYTES_PER_TOKEN = 4;
/** Lines whose origin is told. */
const MOST_TRACED = 10_000;

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
    lines: withOrigins(lines, origins),
  };
}

/**
 * Blank lines are nobody's words, and a text of more lines than anyone reads would be told as several
 * megabytes of authors: neither is said where it comes from.
 */
function withOrigins(
  lines: readonly string[],
  origins: readonly (LineOrigin | null)[],
): MemoryLine[] {
  return lines.map((text, place) => ({
    text,
    origin: text.trim() === '' || place >= MOST_TRACED ? null : (origins[place] ?? null),
  }));
}

function meterOf(text = ''): MemoryMeter {
  const bytes = utf8Bytes(text);
  return {
    bytes,
    max_bytes: MEMORY_MAX_BYTES,
    approximate_tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
  };
}
