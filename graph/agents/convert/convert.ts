import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';

import type { Way } from '#contract/conversion';
import type { OutFile } from '#contract/convert';

import { carryEdits } from './carry-edits.ts';
import { readFenced } from './fence.ts';
import { converterPrompt, turnMarker, type Asked, type Start } from './prompt.ts';
import { quietly } from './quietly.ts';
import type { RewriteSources } from './rewriter/rewrite-apart.ts';
import { openTurn, type State, type Update } from './state.ts';
import { tell } from './tell.ts';

export interface ConvertParts {
  /** Undefined where the fixed rules convert alone. */
  readonly model: BaseChatModel | undefined;
  readonly rewrite: RewriteSources;
}

/** Makes the draft of one attempt. */
export async function convert(
  { model, rewrite }: ConvertParts,
  state: State,
  config: LangGraphRunnableConfig,
): Promise<Update> {
  const open = openTurn(state);
  const { turn, conventions, baseline } = open;
  const attempt = state.attempt + 1;
  const way = wayOf(state);
  tell(config, { node: 'convert', turn, attempt, way, by: model ? 'model' : 'rules' });
  const asked: Asked = { sources: state.sources, conventions };
  const { signal = new AbortController().signal } = config;
  const byRules = await rewrite(state.sources, conventions, signal);
  const opened = { attempt, open: { ...open, rewritten: byRules.files } };
  if (model === undefined) {
    const carried = carryEdits(baseline, state.rewritten, byRules.files);
    const notes = [...byRules.ledger.filter(({ kind }) => kind !== 'todo'), ...carried.notes];
    return { ...opened, draft: carried.files, notes };
  }
  const start = startOf(way, state, byRules.files);
  const reply = await model.invoke(converterPrompt(asked, start), quietly(config));
  const replied = readFenced(reply.text, turnMarker(asked));
  const beneath = way === 'refinement_feedback' ? baseline : start.draft;
  const draft = withReplied(covering(byRules.files, beneath), replied);
  return { ...opened, draft, notes: [] };
}

function wayOf({ attempt, result }: State): Way {
  if (attempt > 0) return 'revision_feedback';
  return result.length === 0 ? 'first' : 'refinement_feedback';
}

function startOf(way: Way, state: State, byRules: readonly OutFile[]): Start {
  switch (way) {
    case 'first':
      return { way, draft: byRules };
    case 'revision_feedback':
      return {
        way,
        draft: state.draft,
        findings: state.validation?.findings ?? [],
        fixes: state.critique?.fixes ?? [],
      };
    case 'refinement_feedback':
      return { way, baseline: openTurn(state).baseline, draft: byRules };
  }
}

/** Every file that the sources become, with its text from `files` where they have it. */
function covering(expected: readonly OutFile[], files: readonly OutFile[]): OutFile[] {
  const given = new Map(files.map((file) => [file.name, file]));
  return expected.map((file) => given.get(file.name) ?? file);
}

/** The files with those texts that a reply gives. Files that nothing asked for are left out. */
function withReplied(files: readonly OutFile[], replied: readonly OutFile[]): OutFile[] {
  const texts = new Map(replied.map(({ name, text }) => [name, text]));
  return files.map(({ name, text }) => ({ name, text: texts.get(name) ?? text }));
}
