import { trivialGraph } from '#graph/fixtures/graphs';
import { ScriptedModel } from '#graph/testing/scripted-model';
import { createDeepAgent } from 'deepagents';
import { describe, expect, it } from 'vitest';

import { StartError } from '../config.ts';
import { asServedGraph } from './load-graphs.ts';

describe('what a langgraph.json names', () => {
  it('is served as it is when it is a compiled graph', () => {
    const graph = trivialGraph();
    expect(asServedGraph(graph, './a.ts:graph')).toBe(graph);
  });

  it("is served as the agent's graph when it is an agent, though that has the same methods", () => {
    const agent = createDeepAgent({ model: new ScriptedModel([]) });
    expect(asServedGraph(agent, './a.ts:agent')).toBe(agent.graph);
  });

  it('is refused by name when it is neither', () => {
    expect(() => asServedGraph(undefined, './a.ts:nothing')).toThrow(StartError);
    expect(() => asServedGraph({ graph: {} }, './a.ts:other')).toThrow(/\.\/a\.ts:other/);
  });
});
