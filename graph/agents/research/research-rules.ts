import { isRecordId } from '../../work/records.ts';
import type { WorkRoutine } from '../../work/work-routine.ts';
import { causesOf, explainError } from '../../models/model-error.ts';
import { completeRules, type AssistantRules } from '../../rules.ts';
import { UnreadableAnalysisError } from './analyze.ts';
import { countsOf, newResearch, RESEARCH } from './record.ts';
import { NoRecordError } from './research.ts';

const routine: WorkRoutine = {
  kind: RESEARCH,
  begin: newResearch,
  outline(stored) {
    const record = RESEARCH.schema.parse(stored);
    const { question, stage } = record;
    return { question, stage, isDone: stage === 'completed', counts: { ...countsOf(record) } };
  },
  inputFor: (session) => ({ session }),
};

/** What research asks of a server that runs it. */
export const researchRules: AssistantRules = completeRules({
  title: 'Research',
  description: 'Answers a question from your documents, with quotations that stand there.',
  features: ['work'],
  works: [routine],
  // It reads no memory, so nothing of a run's context is kept.
  admitContext: () => ({ context: undefined }),
  updateProblem,
  explain(error) {
    const sentence = causesOf(error)
      .map(sentenceFor)
      .find((each) => each !== undefined);
    return sentence === undefined
      ? explainError(error)
      : { kind: 'turn-refused', sentence, retryable: false };
  },
});

/** A run is told which record to go on with, and nothing else: what it was told would outlive the record. */
function updateProblem(update: unknown): string | undefined {
  if (update === undefined || update === null) return undefined;
  if (typeof update !== 'object' || Array.isArray(update))
    return 'session: Research takes the id of its record alone.';
  const { session, ...others } = update as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined)
    return `${other}: Research takes the id of its record alone, as session.`;
  return isRecordId(session)
    ? undefined
    : 'session: The id of a record has 1 to 64 lower-case letters and digits.';
}

function sentenceFor(cause: unknown): string | undefined {
  if (cause instanceof NoRecordError) return 'The piece of research is gone: it was deleted.';
  if (cause instanceof UnreadableAnalysisError)
    return 'The model did not answer with statements and quotations. Resume to ask again.';
  const isConflict = cause instanceof Error && 'kind' in cause && cause.kind === 'conflict';
  return isConflict ? 'Another run has gone on with this piece of research.' : undefined;
}
