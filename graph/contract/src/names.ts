/** The contract's exact names and values. Client, graph and server take them from here alone. */

/** Graph (assistant) id of the memory agent. */
export const MEMORY_GRAPH_ID = 'memory';

/** Browser storage key that holds the scope. */
export const SCOPE_STORAGE_KEY = 'threadplane.deep-agents-memory.scope.v1';

/** Path of the one memory file; also its literal key in the store. */
export const MEMORY_PATH = '/memories/AGENTS.md';

/** Greatest size of the memory file in bytes of UTF-8. */
export const MEMORY_MAX_BYTES = 65_536;

/** Name of the custom event that carries a memory observation. */
export const MEMORY_EVENT = 'deep_agents.memory';

/** When, within a run, an observation was made. */
export const MEMORY_PHASES = ['initial', 'model', 'terminal'] as const;
export type MemoryPhase = (typeof MEMORY_PHASES)[number];

/** What a failed observation is called, in the run's error and in the panel. */
export const OBSERVATION_UNAVAILABLE = 'Memory observation unavailable';

/**
 * Private state: kept in checkpoints, never in outputs, `values` or `updates`, refused as input.
 * This hides; it is no secrecy guarantee.
 */
export const PRIVATE_CONTENTS_KEY = '_memory_contents';
export const PRIVATE_OWNER_KEY = '_memory_scope_owner';
export const PRIVATE_STATE_KEYS = [PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY] as const;

/** Test ids of the memory panel. */
export const TEST_IDS = {
  source: 'memory-source',
  file: 'memory-file',
  line: 'memory-line',
  scopeWarning: 'memory-scope-warning',
} as const;

/** Test ids of what stands apart from run evidence: receipts, the store's own region, control. */
export const MEMORY_TEST_IDS = {
  /** Which memory an answer was given, and what has become of it since. */
  receipt: 'memory-receipt',
  receiptSince: 'memory-receipt-since',
  /** The panel's own region: what a fresh read of the store found, apart from any run. */
  stored: 'stored-memory',
  storedTime: 'stored-memory-time',
  storedMeter: 'stored-memory-meter',
  storedLine: 'stored-memory-line',
  storedNotice: 'stored-memory-notice',
  revision: 'memory-revision',
  conflict: 'memory-conflict',
  question: 'memory-question',
  standing: 'standing-instruction',
} as const;

/** Store namespace of one owner's memory. The historical global namespace is never touched. */
export function memoryNamespace(scope: string): [string, string, string, string] {
  return ['cockpit', 'deep-agents-memory', 'browser-v1', scope];
}
