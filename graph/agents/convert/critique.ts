import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';
import { z } from 'zod';

import type { Critique } from '#contract/conversion';

import { criticPrompt } from './prompt.ts';
import { quietly } from './quietly.ts';
import { openTurn, type Candidate, type State, type Update } from './state.ts';
import { tell } from './tell.ts';

/** Most changes that a critic may ask for at once, and the greatest length of one in UTF-16 units. */
const MAX_FIXES = 20;
const MAX_FIX_LENGTH = 500;

const verdict = z.object({
  approved: z.boolean(),
  fixes: z.array(z.string().trim().min(1).max(MAX_FIX_LENGTH)).max(MAX_FIXES),
});

/** Has the draft reviewed. The gates' findings stand whatever the critic says of them. */
export async function critique(
  model: BaseChatModel | undefined,
  state: State,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  const { turn } = openTurn(state);
  const said = model === undefined ? byRules(state) : await byModel(model, state, config);
  tell(config, { node: 'critique', turn, attempt: state.attempt, ...said });
  const { attempt, validation, attempts } = state;
  const way = attempt > 1 ? 'revision_feedback' : firstWay(state);
  const done = {
    attempt,
    way,
    passed: validation?.passed ?? false,
    findings: validation?.findings ?? [],
    critique: said,
  } as const;
  return {
    critique: said,
    attempts: [...attempts, done],
    best: better({ ...state, critique: said }),
  };
}

/** A later attempt may mend what the critic asks for and break what had passed. */
function better({ best, draft, notes, validation, critique }: State): Candidate {
  const found = (of: Candidate) => of.validation?.findings.length ?? 0;
  const now = { draft, notes, validation, critique };
  return best !== null && found(best) < found(now) ? best : now;
}

function firstWay({ result }: State): 'first' | 'refinement_feedback' {
  return result.length === 0 ? 'first' : 'refinement_feedback';
}

/** No model reviewed the draft: the gates alone decide. */
function byRules({ validation }: State): Critique {
  return { approved: validation?.passed ?? false, fixes: [], by: 'rules' };
}

async function byModel(
  model: BaseChatModel,
  state: State,
  config: LangGraphRunnableConfig,
): Promise<Critique> {
  const { conventions } = openTurn(state);
  const asked = { sources: state.sources, conventions };
  const prompt = criticPrompt(asked, state.draft, state.validation?.findings ?? []);
  const reply = await model.invoke(prompt, quietly(config));
  const read = readVerdict(reply.text);
  // What cannot be read is no approval; there is nothing in it that a further attempt could mend.
  if (read === undefined) return { approved: false, fixes: [], by: 'model' };
  return { approved: read.approved && read.fixes.length === 0, fixes: read.fixes, by: 'model' };
}

/** The JSON object that a reply holds, whatever stands around it; undefined when it holds none. */
function readVerdict(reply: string): z.infer<typeof verdict> | undefined {
  const [begin, end] = [reply.indexOf('{'), reply.lastIndexOf('}')];
  if (begin < 0 || end < begin) return undefined;
  try {
    const parsed = verdict.safeParse(JSON.parse(reply.slice(begin, end + 1)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // JSON.parse throws for what is no JSON, and for nothing else.
    return undefined;
  }
}
