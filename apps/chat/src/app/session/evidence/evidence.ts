import {
  MEMORY_PATH,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
  type MemoryPhase,
} from '#contract/names';
import {
  parseObservation,
  type MemoryContents,
  type MemoryObservation,
} from '#contract/observation';
import { isScope, type MemoryScope } from '#contract/scope';

/** The newest memory event of a run: what it observed, or that it is no valid evidence. */
export interface ReceivedObservation {
  /** Undefined when the event was invalid. */
  readonly observation: MemoryObservation | undefined;
  /** When this page received it. */
  readonly receivedAt: Date;
}

/** What a restored thread's state says of memory. */
export interface StoredObservation {
  /** `absent`: the state holds none; `invalid`: it holds something that is no valid evidence. */
  readonly found: 'absent' | 'invalid' | 'valid';
  readonly contents: MemoryContents | undefined;
  readonly owner: MemoryScope | undefined;
  /** When the state was read by this page. */
  readonly readAt: Date;
  /** When the checkpoint was made, if the server says. */
  readonly checkpointAt: Date | undefined;
}

/** Everything the claim depends on. */
export interface EvidenceInput {
  readonly scope: MemoryScope | undefined;
  /** Whether a run is going on or a thread is being opened. */
  readonly loading: boolean;
  readonly failed: boolean;
  readonly received: ReceivedObservation | undefined;
  readonly stored: StoredObservation | undefined;
}

/** What the panel may claim, and nothing more. */
export type Evidence =
  | { readonly source: 'unavailable' | 'none' }
  | {
      readonly source: 'live';
      readonly contents: MemoryContents;
      readonly phase: MemoryPhase;
      readonly receivedAt: Date;
    }
  | {
      readonly source: 'checkpoint';
      readonly contents: MemoryContents;
      readonly readAt: Date;
      readonly checkpointAt: Date | undefined;
    };

/** Each source in words. */
export const SOURCE_WORDING: Readonly<Record<Evidence['source'], string>> = {
  unavailable: $localize`Memory observation unavailable`,
  live: $localize`Store observed during this run`,
  none: $localize`No source yet`,
  checkpoint: $localize`Historical state/checkpoint read`,
};

/** Each read of a run in words. */
export const PHASE_WORDING: Readonly<Record<MemoryPhase, string>> = {
  initial: $localize`read before the answer began`,
  model: $localize`read for a model call`,
  terminal: $localize`read after the answer ended`,
};

/** Checks the data of a memory event. A proxy that throws is invalid. */
export function receiveObservation(data: unknown, receivedAt: Date): ReceivedObservation {
  return { observation: parseObservation(data), receivedAt };
}

/** Checks the private state of a thread, held to the same rules as an event. */
export function readStoredObservation(
  values: Readonly<Record<string, unknown>>,
  readAt: Date,
  checkpointAt: Date | undefined,
): StoredObservation {
  const hasContents = Object.hasOwn(values, PRIVATE_CONTENTS_KEY);
  const hasOwner = Object.hasOwn(values, PRIVATE_OWNER_KEY);
  const nothing = { contents: undefined, owner: undefined, readAt, checkpointAt };
  if (!hasContents && !hasOwner) return { found: 'absent', ...nothing };
  const owner = values[PRIVATE_OWNER_KEY];
  // Bound by a turn that left the memory alone: nothing was read, which is no evidence of nothing.
  if (!hasContents && isScope(owner)) return { found: 'valid', ...nothing, owner };
  // Judged by the very rules that judge an event; state has no phase, so any known one stands in.
  const observation = parseObservation({
    memory_contents: values[PRIVATE_CONTENTS_KEY],
    memory_scope_owner: values[PRIVATE_OWNER_KEY],
    phase: 'terminal',
  });
  if (observation === undefined) return { found: 'invalid', ...nothing };
  return {
    found: 'valid',
    contents: observation.memory_contents,
    owner: observation.memory_scope_owner,
    readAt,
    checkpointAt,
  };
}

/** What may be claimed, by the first row that applies. */
export function judgeEvidence(input: EvidenceInput): Evidence {
  const { scope, loading, failed, received, stored } = input;
  const observation = received?.observation;
  if (failed || scope === undefined) return UNAVAILABLE;
  if (received !== undefined && observation?.memory_scope_owner !== scope) return UNAVAILABLE;
  if (stored?.found === 'invalid') return UNAVAILABLE;
  if (stored?.found === 'valid' && stored.owner !== scope) return UNAVAILABLE;
  if (received !== undefined && observation !== undefined)
    return {
      source: 'live',
      contents: observation.memory_contents,
      phase: observation.phase,
      receivedAt: received.receivedAt,
    };
  if (loading || stored?.contents === undefined) return { source: 'none' };
  return {
    source: 'checkpoint',
    contents: stored.contents,
    readAt: stored.readAt,
    checkpointAt: stored.checkpointAt,
  };
}

const UNAVAILABLE = { source: 'unavailable' } as const;

/** The file's literal text as it was observed; undefined when there was none, or nothing is known. */
export function observedText(evidence: Evidence): string | undefined {
  return 'contents' in evidence ? evidence.contents[MEMORY_PATH] : undefined;
}

/** The lines of a memory text as the panel lists them: trimmed, non-blank. */
export function memoryLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
