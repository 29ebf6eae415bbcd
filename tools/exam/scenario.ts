import type { MemoryMode } from '#contract/memory-mode';
import type { MemoryDecision } from '#contract/memory-question';

/** One thing that happens in a scenario, in order. */
export type Step =
  /** The person says this, in the conversation that is open. */
  | { readonly says: string; readonly mode?: MemoryMode }
  /** The person begins a new conversation. */
  | { readonly begins: 'conversation' }
  /** The person answers the memory question that is open. */
  | { readonly answers: MemoryDecision };

/** What is there before the first step. */
export interface Before {
  /** The memory file. */
  readonly memory?: string;
  /** Files of the conversation, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Standing instructions of the conversation. */
  readonly standing?: readonly string[];
  /** Earlier turns of the conversation: what the person said, and what was answered. */
  readonly turns?: readonly (readonly [said: string, answered: string])[];
  /** What the person makes of the memory while the model's first write is on its way. */
  readonly meanwhile?: string;
}

/** What a scenario left behind: this alone is judged. */
export interface Evidence {
  /** The memory file; undefined for none. */
  readonly memory: string | undefined;
  readonly standing: readonly string[];
  /** The last words of each turn. */
  readonly answers: readonly string[];
  /** How many memory questions the person was asked. */
  readonly questions: number;
  /** Names of the tools that the agent called. */
  readonly tools: readonly string[];
  /** Why a run failed, if one did. */
  readonly failures: readonly string[];
}

/** One check of the evidence: what is wrong, or undefined. */
export type Check = (evidence: Evidence) => string | undefined;

export interface Scenario {
  readonly id: string;
  /** What is examined, in a few words. */
  readonly about: string;
  readonly before?: Before;
  readonly steps: readonly Step[];
  readonly checks: readonly Check[];
}
