/** What the measured servers serve, by the langgraph.json beside this file. */
import { createDeepAgent } from 'deepagents';
import { tool } from 'langchain';
import { z } from 'zod';

import { trivialGraph } from '#graph/fixtures/graphs';

import { ScriptedModel } from './scripted-model.ts';

const lookUp = tool(({ question }) => `nothing is known of ${question}`, {
  name: 'look_up',
  description: 'Looks something up.',
  schema: z.object({ question: z.string() }),
});

/** The library's deep agent, whose model takes no time. The graph alone: that is what servers run. */
export const deep = createDeepAgent({
  model: new ScriptedModel(lookUp.name),
  tools: [lookUp],
}).graph;

export const trivial = trivialGraph();
