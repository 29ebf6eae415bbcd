import type { AssistantFeature } from '#contract/assistant';

import type { WorkRoutine } from './work/work-routine.ts';
import type { Failure } from './models/failure.ts';
import { explainError } from './models/model-error.ts';

/** A JSON object, as it came over the wire or is stored. */
export type Json = Readonly<Record<string, unknown>>;

/** Why a request is refused: it makes no sense, or it asks for what is another owner's. */
export interface RequestRefusal {
  readonly refused: 'invalid' | 'forbidden';
  /** One sentence for the person or developer who sent it. */
  readonly sentence: string;
}

/** What `configure` is told about the conversation a run is made for. */
export interface ConfiguredThread {
  /** The thread's metadata, where a person's choices for the conversation are kept. */
  readonly metadata: Json;
  /** Values of the interrupts that the run goes on from; none where it begins a turn. */
  readonly waiting: readonly unknown[];
}

/** An item that is to be written into the store. */
export interface StoredItem {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly value: Json;
}

/**
 * What is particular to an assistant, for the server that runs its graph. The graph's module exports
 * it as `rules`; what is left out has the safe default of `DEFAULT_RULES`. The server knows no
 * assistant by name: it asks the rules of the graph that a run names.
 */
export interface AssistantRules {
  /** What a person calls the assistant; the graph id where nothing else is said. */
  readonly title: string | undefined;
  /** One sentence on what it is for. */
  readonly description: string | undefined;
  /** What a client shows in its conversations. */
  readonly features: readonly AssistantFeature[];
  /** Kinds of work records that it does, apart from any conversation. */
  readonly works: readonly WorkRoutine[];
  /** The context a run is given, from what the request sent (undefined for nothing) and its owner. */
  readonly admitContext: (
    sent: unknown,
    owner: string,
  ) => { readonly context: unknown } | RequestRefusal;
  /**
   * What is wrong with an update of the state (a run's input, a command's update, a state update), as
   * "key: sentence"; undefined when the graph can take it.
   */
  readonly updateProblem: (update: unknown) => string | undefined;
  /**
   * Why a run's input does not fit the thread that it is for, as a sentence; undefined when it does.
   * `readValues` gives what the thread holds where the run begins: nothing on a new one.
   */
  readonly turnProblem: (
    input: unknown,
    readValues: () => Promise<Json>,
  ) => Promise<string | undefined>;
  /** Why an item may not be kept in the store, as a sentence, where this assistant reads such items. */
  readonly itemProblem: (item: StoredItem) => string | undefined;
  /** Entries of `configurable` that the server sets for a run, whatever the request says of them. */
  readonly configure: (
    thread: ConfiguredThread,
  ) => { readonly configurable: Json } | RequestRefusal;
  /** Why a run failed, in words a person can act on. Quotes nothing that may hold a key or a prompt. */
  readonly explain: (error: unknown) => Failure;
  /** What a custom event says about the model call that follows, kept on an answer that was cut short. */
  readonly receiptOf: (event: unknown) => Json | undefined;
}

/** Rules of a graph that exports none: ownership is checked by the server, and nothing else assumed. */
export const DEFAULT_RULES: AssistantRules = {
  title: undefined,
  description: undefined,
  features: [],
  works: [],
  admitContext: (sent) => ({ context: sent }),
  updateProblem: () => undefined,
  turnProblem: () => Promise.resolve(undefined),
  itemProblem: () => undefined,
  configure: () => ({ configurable: {} }),
  explain: explainError,
  receiptOf: () => undefined,
};

/** Rules with defaults for what they leave out. */
export function completeRules(given: Partial<AssistantRules>): AssistantRules {
  return { ...DEFAULT_RULES, ...given };
}
