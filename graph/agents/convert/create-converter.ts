import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { END, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';

import { CONVERT_GRAPH_ID, MAX_ATTEMPTS } from '#contract/conversion';

import { answer } from './answer.ts';
import { convert } from './convert.ts';
import { critique } from './critique.ts';
import { validate } from './gates/validate.ts';
import { intake } from './intake.ts';
import { report } from './report.ts';
import { rewriteApart, type RewriteSources } from './rewriter/rewrite-apart.ts';
import { ConversionInputState, ConversionState, openTurn, type State } from './state.ts';
import { tell } from './tell.ts';

export interface ConverterParts {
  /** Converts and criticizes; without one the fixed rules convert and the gates alone decide. */
  readonly model?: BaseChatModel | undefined;
  readonly rewrite?: RewriteSources;
  readonly validate?: typeof validate;
  /** A server gives its own per run. Without any, the graph is the same and remembers nothing. */
  readonly checkpointer?: BaseCheckpointSaver;
}

type Config = LangGraphRunnableConfig;

/** The conversion, compiled; its parts are wired here and nowhere else. */
export function createConverter(parts: ConverterParts) {
  const { model, checkpointer } = parts;
  const { rewrite: byRules = rewriteApart, validate: hold = validate } = parts;
  const by = model === undefined ? 'rules' : 'model';
  return (
    new StateGraph({ stateSchema: ConversionState, input: ConversionInputState })
      .addNode('intake', intake)
      .addNode('convert', (state, config: Config) =>
        convert({ model, rewrite: byRules }, state, config),
      )
      .addNode('validate', async (state, config: Config) => {
        const { turn, conventions } = openTurn(state);
        const signal = config.signal ?? new AbortController().signal;
        const validation = await hold(state.sources, state.draft, { conventions, signal });
        const { passed, findings } = validation;
        tell(config, { node: 'validate', turn, attempt: state.attempt, passed, findings });
        return { validation };
      })
      // The library lets no step have the name of a state key; `critique` and `report` are keys.
      .addNode('criticize', (state, config: Config) => critique(model, state, config))
      .addNode('conclude', (state, config: Config) => report(by, state, config))
      .addNode('answer', (state, config: Config) => answer(model, state, config))
      .addEdge(START, 'intake')
      .addConditionalEdges('intake', ({ open }) => (open === null ? 'answer' : 'convert'), [
        'answer',
        'convert',
      ])
      .addEdge('convert', 'validate')
      .addEdge('validate', 'criticize')
      .addConditionalEdges('criticize', (state) => (asksAgain(state) ? 'convert' : 'conclude'), [
        'convert',
        'conclude',
      ])
      .addEdge('conclude', END)
      .addEdge('answer', END)
      .compile({ name: CONVERT_GRAPH_ID, ...(checkpointer && { checkpointer }) })
  );
}

/** Whether a further attempt could mend something. Fixed rules make the same again, so there is one. */
function asksAgain({ attempt, validation, critique }: State): boolean {
  if (attempt >= MAX_ATTEMPTS || critique?.by !== 'model') return false;
  return validation?.passed !== true || critique.fixes.length > 0;
}
