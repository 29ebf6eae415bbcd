import type { CurrentMemory, LineOrigin } from '#contract/memory-api';

/** A line of the stored text as the region lists it: never a blank one. */
export interface StoredLine {
  /** Literal. */
  readonly text: string;
  /** 1 for the first line with this very text. */
  readonly occurrence: number;
  readonly origin: LineOrigin | null;
  /** Whether it came in after the person last looked. */
  readonly isNew: boolean;
}

/** The lines that say something, each with its place among equal ones. Pure. */
export function storedLines({ lines }: CurrentMemory, seen: number | undefined): StoredLine[] {
  const counts = new Map<string, number>();
  return lines.flatMap(({ text, origin }) => {
    const occurrence = (counts.get(text) ?? 0) + 1;
    counts.set(text, occurrence);
    const isNew = seen !== undefined && origin !== null && origin.revision > seen;
    return text.trim() === '' ? [] : [{ text, occurrence, origin, isNew }];
  });
}
