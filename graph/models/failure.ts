export type FailureKind =
  | 'cancelled'
  | 'memory-unavailable'
  | 'memory-unusable'
  | 'wrong-owner'
  | 'too-many-steps'
  | 'turn-refused'
  | 'answer-empty'
  | 'answer-cut'
  | 'context-too-long'
  | 'model-key'
  | 'model-quota'
  | 'model-busy'
  | 'model-unknown'
  | 'model-without-tools'
  | 'model-refused'
  | 'model-failed'
  | 'model-stalled'
  | 'model-timeout'
  | 'model-unreachable'
  | 'internal';

/** Why a run failed, in words a person can act on. */
export interface Failure {
  readonly kind: FailureKind;
  /** Holds nothing of the provider's own text, which may quote keys or prompts. */
  readonly sentence: string;
  /** Whether sending the same message again may succeed with nothing else changed. */
  readonly retryable: boolean;
  /** Seconds to wait first, when the provider said so. */
  readonly retryAfterSeconds?: number;
}
