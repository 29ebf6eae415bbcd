import { isMemoryMode, MEMORY_MODE_KEY } from '#contract/memory-mode';
import { isMemoryQuestion } from '#contract/memory-question';
import { parseMemoryReadEvent, receiptOfRead } from '#contract/memory-read';
import { PRIVATE_STATE_KEYS } from '#contract/names';
import { MEMORY_RECEIPT_KEY } from '#contract/revision';
import { isMemoryContext } from '#contract/scope';
import { STANDING_KEY, standingProblem } from '#contract/standing';

import { explainMemoryError } from './explain-error.ts';
import { explainError } from '../../models/model-error.ts';
import {
  completeRules,
  type AssistantRules,
  type ConfiguredThread,
  type RequestRefusal,
} from '../../rules.ts';
import { updatedValues } from '../../updated-values.ts';

/** What the memory agent asks of a server that runs it. */
export const memoryRules: AssistantRules = completeRules({
  title: 'Chat',
  description: 'Talks with you and remembers what you ask it to, in every new conversation.',
  features: ['memory', 'instructions'],
  admitContext,
  updateProblem,
  configure,
  explain: (error) => explainMemoryError(error) ?? explainError(error),
  receiptOf,
});

/** Runs act under exactly their owner's scope; the server fills in an absent context. */
function admitContext(sent: unknown, owner: string): { context: unknown } | RequestRefusal {
  if (sent === undefined) return { context: { memory_scope: owner } };
  if (!isMemoryContext(sent))
    return {
      refused: 'invalid',
      sentence:
        'context must be exactly { "memory_scope": <lowercase UUID version 4> } and nothing else, or absent.',
    };
  if (sent.memory_scope !== owner)
    return {
      refused: 'forbidden',
      sentence: 'context names a memory scope that is not the one you ask under.',
    };
  return { context: { memory_scope: owner } };
}

function updateProblem(update: unknown): string | undefined {
  for (const key of PRIVATE_STATE_KEYS) {
    if (updatedValues(update, key).length > 0)
      return `${key}: only the server itself may record what was read from memory.`;
  }
  for (const list of updatedValues(update, STANDING_KEY)) {
    const problem = standingProblem(list);
    if (problem !== undefined) return `${STANDING_KEY}: ${problem}`;
  }
  return undefined;
}

/**
 * The memory mode that the person chose for the conversation. A turn that waits for an answer about a
 * memory change goes on in "ask" mode: in another one the change would be made, or dropped, without
 * the answer being read.
 */
function configure({ metadata, waiting }: ConfiguredThread) {
  const chosen = metadata[MEMORY_MODE_KEY] ?? 'automatic';
  if (!isMemoryMode(chosen))
    return {
      refused: 'invalid' as const,
      sentence: 'This conversation names an unknown memory mode. Set it again.',
    };
  const mode = waiting.some((value) => isMemoryQuestion(value)) ? 'ask' : chosen;
  return { configurable: { [MEMORY_MODE_KEY]: mode } };
}

function receiptOf(event: unknown) {
  const read = parseMemoryReadEvent(event);
  // A subagent's model calls are told on the same stream; the answer is not theirs.
  if (read?.phase !== 'model' || read.reader !== 'agent') return undefined;
  return { [MEMORY_RECEIPT_KEY]: receiptOfRead(read) };
}
