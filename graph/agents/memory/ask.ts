import { GraphInterrupt, interrupt, isGraphInterrupt } from '@langchain/langgraph';
import { createTwoFilesPatch } from 'diff';

import {
  parseMemoryDecision,
  type AskedAction,
  type MemoryDecision,
  type MemoryQuestion,
} from '#contract/memory-question';
import { MEMORY_PATH } from '#contract/names';
import { isBoolean, isSha256, isString } from '#contract/shape';

import type { Basis, MemoryChange } from '#graph/memory/change';
import type { MemoryGate } from '#graph/memory/gate';
import { linesMissing } from '#graph/memory/lines';
import type { Preview, WriteOutcome, WriteRequest } from '#graph/memory/write-request';

/** The person said no, or nothing that could be understood. */
export interface Rejection {
  readonly refused: 'rejected';
  readonly reason: string;
}

const DECISIONS = ['approve', 'edit', 'reject'] as const;

/** Most lines of difference that a question spells out; both texts are in it anyway. */
const MAX_CHANGED_LINES = 500;

/**
 * Makes a change once the person has agreed to it. It is asked where the file is written, so that no
 * agent, subagent or spelling of the path comes past it; each tool call asks for itself.
 *
 * The run stops at the question, and the tool runs again from its start when it is answered. So the
 * answer is looked for first: a rejection holds whatever the memory reads by then. What comes before
 * the question only reads, and a write that was made already is not asked about again.
 */
export async function writeWithConsent(
  gate: MemoryGate,
  wanted: WriteRequest,
  action: AskedAction,
): Promise<WriteOutcome | Rejection> {
  const request = { ...wanted, asDecided: true };
  const reply = readAnswer();
  if ('answer' in reply) return carryOut(gate, request, parseMemoryDecision(reply.answer));
  const preview = await gate.preview(request);
  // Refused, or carried out before: nothing to ask about.
  if (!('before' in preview)) return preview;
  if (preview.before === preview.after) return gate.write(request);
  throw asking(reply.unanswered, questionAbout(preview, request, action));
}

type Reply = { readonly answer: unknown } | { readonly unanswered: GraphInterrupt };

/** The person's answer, or the interrupt that will ask for it, still without its question. */
function readAnswer(): Reply {
  try {
    return { answer: interrupt<undefined, unknown>(undefined) };
  } catch (thrown) {
    if (!isGraphInterrupt(thrown)) throw thrown;
    return { unanswered: thrown };
  }
}

function asking({ interrupts }: GraphInterrupt, question: MemoryQuestion): GraphInterrupt {
  return new GraphInterrupt(interrupts.map((one) => ({ ...one, value: question })));
}

async function carryOut(
  gate: MemoryGate,
  request: WriteRequest,
  decision: MemoryDecision | undefined,
): Promise<WriteOutcome | Rejection> {
  switch (decision?.type) {
    case 'approve':
      return gate.write(approved(request));
    case 'edit': {
      const change = changeOf(decision.editedAction, request.base);
      return change
        ? writeRewritten(gate, { ...withoutView(request), change })
        : unlessMade(gate, request, NOT_UNDERSTOOD);
    }
    case 'reject': {
      const why = decision.message ? ` They said: ${decision.message}` : '';
      return unlessMade(gate, request, {
        before: `The person did not want this change; nothing was written. Do not ask for it again unless they bring it up themselves.${why}`,
        after: `The person does not want this change, but it had been made already and is in the memory file.${why}`,
      });
    }
    case undefined:
      return unlessMade(gate, request, NOT_UNDERSTOOD);
  }
}

/** The person has seen the whole change: no line goes that they were not shown. */
function approved(request: WriteRequest): WriteRequest {
  return request.view ? { ...request, view: { ...request.view, confirmed: 'all' } } : request;
}

/** A change that the person made themselves is not judged by what the model had in view. */
function withoutView({
  scope,
  author,
  base,
  asDecided,
}: WriteRequest): Omit<WriteRequest, 'change'> {
  return { scope, author, base, ...(asDecided && { asDecided }) };
}

/** Writes what the person made of a change, and says what that was: the model only knows its own. */
async function writeRewritten(gate: MemoryGate, request: WriteRequest): Promise<WriteOutcome> {
  const preview = await gate.preview(request);
  const outcome = await gate.write(request);
  if (outcome.refused !== undefined || !('before' in preview)) return outcome;
  const { before = '', after = '' } = preview;
  const rewritten = { added: linesMissing(after, before), removed: linesMissing(before, after) };
  return { ...outcome, rewritten };
}

interface Sentences {
  /** For a change that is not made. */
  readonly before: string;
  /** For one that this very call had made before its run was cut. */
  readonly after: string;
}

const NOT_UNDERSTOOD: Sentences = {
  before: 'The answer to the question was not understood; nothing was written.',
  after:
    'The answer to the question was not understood; the change had been made already and is in the memory file.',
};

/** Tells the model of a no without claiming that nothing was written where something was. */
async function unlessMade(
  gate: MemoryGate,
  request: WriteRequest,
  { before, after }: Sentences,
): Promise<Rejection> {
  const outcome = await gate.preview(request);
  const made = 'repeated' in outcome && outcome.repeated;
  return { refused: 'rejected', reason: made ? after : before };
}

/** A change as the person rewrote it; undefined when its arguments are not those of a file tool. */
function changeOf({ name, args }: AskedAction, read: Basis): MemoryChange | undefined {
  const { content, based_on, old_string, new_string, replace_all = false } = args;
  if (name === 'write_file' && isString(content)) {
    const basedOn = based_on === null || isSha256(based_on) ? based_on : read;
    return { kind: 'replace', text: content, basedOn };
  }
  if (
    name === 'edit_file' &&
    isString(old_string) &&
    isString(new_string) &&
    isBoolean(replace_all)
  )
    return { kind: 'edit', oldText: old_string, newText: new_string, all: replace_all };
  return undefined;
}

function questionAbout(
  { before, after, current }: Preview,
  { author }: WriteRequest,
  { name, args }: AskedAction,
): MemoryQuestion {
  return {
    actionRequests: [{ name, args, description: describe(before, after) }],
    reviewConfigs: [{ actionName: name, allowedDecisions: DECISIONS }],
    memory_change: {
      author: author.kind,
      before: before ?? null,
      after: after ?? null,
      based_on: current.sha256,
      revision: current.revision,
    },
  };
}

/** The change as a patch, for clients that show no more than a description. */
function describe(before = '', after = ''): string {
  const options = { context: 1, maxEditLength: MAX_CHANGED_LINES };
  const patch = createTwoFilesPatch(MEMORY_PATH, MEMORY_PATH, before, after, '', '', options);
  return `May I change what I remember?\n\n${patch ?? 'Most of the file would change.'}`;
}
