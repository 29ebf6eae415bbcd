import { randomUUID } from 'node:crypto';

import { HumanMessage, type BaseMessage } from '@langchain/core/messages';
import type { LangGraphRunnableConfig } from '@langchain/langgraph';

import { tidyConvention, tidyConventions } from '#contract/conventions';
import type { OutFile } from '#contract/convert';

import type { State, Update } from './state.ts';
import { tell } from './tell.ts';
import { isChat, sourcesAfter, turnProblem, TurnRefused } from './turn-problem.ts';

/** The boundary between two turns. Throws TurnRefused for what no turn can be made of. */
export function intake(state: State, config: LangGraphRunnableConfig): Update {
  const said = unheard(state);
  if (isChat(state, said !== undefined)) return { open: null, heard: said?.id ?? '' };
  const problem = turnProblem(state, state);
  const { sources } = sourcesAfter(state, state.uploads);
  if (problem !== undefined || sources === undefined)
    throw new TurnRefused(problem ?? 'There is no file to convert.');
  const conventions = tidyConventions([...state.conventions, state.refinement]);
  const isFirst = state.result.length === 0;
  const turn = isFirst ? 1 : state.turn + 1;
  const message = said ?? new HumanMessage({ id: randomUUID(), content: inWords(state) });
  tell(config, {
    node: 'intake',
    turn,
    attempt: 0,
    conventions,
    from_previous_turn: !isFirst,
  });
  return {
    open: {
      turn,
      conventions,
      baseline: withAdopted(state.result, state.adopted),
      rewritten: [],
    },
    sources,
    uploads: [],
    refinement: '',
    adopted: [],
    attempt: 0,
    attempts: [],
    draft: [],
    notes: [],
    validation: null,
    critique: null,
    best: null,
    heard: message.id ?? '',
    ...(said === undefined && { messages: [message] }),
  };
}

/** What the person says with this turn, if anything: the newest message, unless it was taken in before. */
function unheard({ messages, heard }: State): BaseMessage | undefined {
  const newest = messages.at(-1);
  return HumanMessage.isInstance(newest) && newest.id !== heard ? newest : undefined;
}

function withAdopted(result: readonly OutFile[], adopted: readonly OutFile[]): OutFile[] {
  const edited = new Map(adopted.map(({ name, text }) => [name, { name, text }]));
  return result.map((file) => edited.get(file.name) ?? file);
}

/** What the person asked for without saying it in a message. */
function inWords({ uploads, refinement, adopted, result }: State): string {
  const names = (files: readonly { name: string }[]) => files.map(({ name }) => name).join(', ');
  const asked = [
    ...(uploads.length > 0
      ? [
          `${result.length === 0 ? 'Convert' : 'Convert again, from newer sources:'} ${names(uploads)}`,
        ]
      : []),
    ...(adopted.length > 0 ? [`Go on from my own edits of ${names(adopted)}`] : []),
    tidyConvention(refinement),
  ].filter((part) => part !== '');
  return asked.length === 0 ? 'Convert again.' : asked.join('\n');
}
