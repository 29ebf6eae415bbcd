/** Graphs that stop and ask, as the library's users build them; each is served in place of ours. */
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { Annotation, interrupt, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { createDeepAgent } from 'deepagents';
import { tool } from 'langchain';
import { z } from 'zod';

import { asks, ScriptedModel } from '#graph/testing/scripted-model';

const fly = tool(({ from, to }) => `flown from ${from} to ${to}`, {
  name: 'fly',
  description: 'Flies somewhere.',
  schema: z.object({ from: z.string(), to: z.string() }),
});

const fuel = tool(({ litres }) => `fuelled ${litres}`, {
  name: 'fuel',
  description: 'Fuels the aircraft.',
  schema: z.object({ litres: z.number() }),
});

/** What the model does at any call of it, also by a server that was started anew. */
const turn = (messages: BaseMessage[]): AIMessage =>
  messages.at(-1)?.type === 'human'
    ? asks(
        { name: 'fly', args: { from: 'KBZN', to: '<b>KJAC</b>' } },
        { name: 'fuel', args: { litres: 400 } },
      )
    : new AIMessage(`The tools say: ${said(messages)}`);

/** Calls two tools at once, of which each needs a person's word; then says what they answered. */
export const reviewing = createDeepAgent({
  model: new ScriptedModel(Array.from({ length: 20 }, () => turn)),
  tools: [fly, fuel],
  interruptOn: {
    fly: true,
    fuel: { allowedDecisions: ['approve', 'reject'], description: 'May I *fuel* it?' },
  },
});

const Answers = Annotation.Root({
  ...MessagesAnnotation.spec,
  word: Annotation<unknown>,
  thing: Annotation<unknown>,
});

/** Asks two things at once that no middleware knows, and repeats what it was given. */
export const wondering = new StateGraph(Answers)
  .addNode('ask-word', () => ({ word: interrupt('Which <i>field</i>?') }))
  .addNode('ask-thing', () => ({ thing: interrupt({ choose: ['a', 'b'], at_most: 1 }) }))
  .addNode('act', ({ thing, word }) => ({
    messages: [new AIMessage(`Given: ${JSON.stringify({ word, thing })}`)],
  }))
  .addEdge('__start__', 'ask-word')
  .addEdge('__start__', 'ask-thing')
  .addEdge(['ask-word', 'ask-thing'], 'act')
  .compile();

/** What the tools have answered since the person last spoke. */
function said(messages: readonly BaseMessage[]): string {
  const start = messages.findLastIndex(({ type }) => type === 'human');
  const results = messages.slice(start).filter(({ type }) => type === 'tool');
  return results.map(({ text }) => text).join(' | ');
}
