import { isOutFile } from '#contract/convert';
import {
  conventionProblem,
  conventionsProblem,
  holdsKeptConventions,
  KEPT_CONVENTIONS_KEY,
  keptConventionsProblem,
  readKeptConventions,
} from '#contract/conventions';
import { NO_CONVERSION, readConversion, type Upload } from '#contract/conversion';
import { isString, listOf, shapeOf, type Guard } from '#contract/shape';

import { describeSecret, findSecret } from '#graph/memory/secrets';
import { causesOf, explainError } from '../../models/model-error.ts';
import { completeRules, type AssistantRules, type Json, type StoredItem } from '../../rules.ts';
import { updatedValues } from '../../updated-values.ts';
import { INPUT_KEYS } from './state.ts';
import { isChat, turnProblem, TurnRefused, type Sent } from './turn-problem.ts';

/** What the conversion asks of a server that runs it. */
export const convertRules: AssistantRules = completeRules({
  title: 'Convert tests',
  description:
    'Turns Selenium tests into Playwright tests, then changes only what you ask to be changed.',
  features: ['conversion'],
  // It reads no memory, so nothing of a run's context is kept.
  admitContext: () => ({ context: undefined }),
  updateProblem,
  turnProblem: problemOfTurn,
  itemProblem,
  explain: (error) => {
    const refused = causesOf(error).find((cause) => cause instanceof TurnRefused);
    return refused === undefined
      ? explainError(error)
      : { kind: 'turn-refused', sentence: refused.message, retryable: false };
  },
});

const isUpload: Guard<Upload> = shapeOf<Upload>({ name: isString, text: isString });

/** What each key of the input may be; undefined when it is as it should be. */
const PROBLEMS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  messages: () => undefined,
  refinement: conventionProblem,
  conventions: conventionsProblem,
  uploads: (value) => (listOf(isUpload)(value) ? undefined : 'Files are a list of { name, text }.'),
  adopted: (value) =>
    listOf(isOutFile)(value) ? undefined : 'Files are a list of { name, text }.',
  out: (value) =>
    isString(value) && value.length <= 1000 ? undefined : 'A text of at most 1000 characters.',
};

function updateProblem(update: unknown): string | undefined {
  for (const key of keysOf(update)) {
    const problemOf = PROBLEMS[key];
    if (problemOf === undefined)
      return `${key}: A conversion takes ${INPUT_KEYS.join(', ')}; the rest is its own record.`;
    const problem = updatedValues(update, key)
      .map(problemOf)
      .find((sentence) => sentence !== undefined);
    if (problem !== undefined) return `${key}: ${problem}`;
  }
  return undefined;
}

/** The channels that an update of the state names, as an object or as pairs. */
function keysOf(update: unknown): string[] {
  if (typeof update !== 'object' || update === null) return [];
  if (!Array.isArray(update)) return Object.keys(update);
  return update.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return keysOf(part);
    return isString(part[0]) ? [part[0]] : [];
  });
}

/** Whether a turn fits the thread that it is for. Its parts are well formed: that was asked before. */
async function problemOfTurn(
  input: unknown,
  readValues: () => Promise<Json>,
): Promise<string | undefined> {
  const sent: Sent = {
    uploads: lastOf(input, 'uploads', listOf(isUpload)) ?? [],
    refinement: lastOf(input, 'refinement', isString) ?? '',
    adopted: lastOf(input, 'adopted', listOf(isOutFile)) ?? [],
  };
  if (isChat(sent, updatedValues(input, 'messages').length > 0)) return undefined;
  const before = readConversion(await readValues()) ?? NO_CONVERSION;
  const conventions = lastOf(input, 'conventions', listOf(isString)) ?? before.conventions;
  return turnProblem({ ...before, conventions }, sent);
}

function lastOf<T>(update: unknown, key: string, guard: Guard<T>): T | undefined {
  const value = updatedValues(update, key).at(-1);
  return guard(value) ? value : undefined;
}

/** Kept instructions pass here, whoever writes them: bounded, and none that looks like a credential. */
function itemProblem({ namespace, key, value }: StoredItem): string | undefined {
  if (!holdsKeptConventions(namespace)) return undefined;
  if (namespace.length > 2 || key !== KEPT_CONVENTIONS_KEY)
    return `Instructions for later conversions are kept under "${KEPT_CONVENTIONS_KEY}" alone.`;
  const problem = keptConventionsProblem(value);
  if (problem !== undefined) return problem;
  const secret = findSecret(readKeptConventions(value).join('\n'));
  return secret === undefined
    ? undefined
    : `An instruction seems to hold ${describeSecret(secret)}, so it is not kept.`;
}
