import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { trivialGraph } from '#graph/fixtures/graphs';
import { AIMessage } from '@langchain/core/messages';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ScriptedModel } from '#graph/testing/scripted-model';
import { createDeepAgent } from 'deepagents';
import { afterAll, describe, expect, it } from 'vitest';

import { StartError } from '../config.ts';
import { asServedGraph, loadGraphs } from './load-graphs.ts';
import { writeOtherProject } from './testing/other-project.ts';

describe('what a langgraph.json names', () => {
  it('is served as it is when it is a compiled graph', () => {
    const graph = trivialGraph();
    expect(asServedGraph(graph, './a.ts:graph')).toBe(graph);
  });

  it("is served as the agent's graph when it is an agent, though that has the same methods", () => {
    const agent = createDeepAgent({ model: new ScriptedModel([]) });
    expect(asServedGraph(agent, './a.ts:agent')).toBe(agent.graph);
  });

  it('is compiled when nobody has done so yet', async () => {
    const builder = new StateGraph(MessagesAnnotation)
      .addNode('say', () => ({ messages: [new AIMessage('Hi.')] }))
      .addEdge(START, 'say');
    const stream = await asServedGraph(builder, './a.ts:builder').stream({ messages: [] }, {});
    expect(await Array.fromAsync(stream)).toHaveLength(1);
  });

  it('is refused by name when it is neither', () => {
    expect(() => asServedGraph(undefined, './a.ts:nothing')).toThrow(StartError);
    expect(() => asServedGraph({ graph: {} }, './a.ts:other')).toThrow(/\.\/a\.ts:other/);
  });
});

describe('a langgraph.json that cannot be served', () => {
  const folder = mkdtempSync(join(tmpdir(), 'langgraph-json-'));
  const file = writeOtherProject(folder);
  afterAll(() => rmSync(folder, { recursive: true }));

  const served = { graphs: { a: './src/graph.ts:graph' } };
  it.each([
    ['is not JSON', '{', /is not JSON\.$/],
    ['names no graphs', '{}', /is no langgraph\.json: graphs .+ It needs/],
    [
      'names a file without an export',
      JSON.stringify({ graphs: { a: './a.ts' } }),
      /graphs\.a must be/,
    ],
    [
      'names an env file that is not there',
      JSON.stringify({ ...served, env: '.gone' }),
      /names the env file .+\.gone, which cannot be read\.$/,
    ],
  ])('because it %s is told in a sentence', async (_, text, sentence) => {
    writeFileSync(file, text);
    await expect(loadGraphs([file])).rejects.toThrow(StartError);
    await expect(loadGraphs([file])).rejects.toThrow(sentence);
  });

  it('because it is not there is told in a sentence', async () => {
    await expect(loadGraphs([join(folder, 'gone.json')])).rejects.toThrow(
      /gone\.json cannot be read\.$/,
    );
  });

  it('because its library is of another major version is told in a sentence', async () => {
    writeFileSync(file, JSON.stringify(served));
    writeFileSync(
      join(folder, 'node_modules/@langchain/langgraph/package.json'),
      JSON.stringify({ name: '@langchain/langgraph', version: '0.4.9' }),
    );
    await expect(loadGraphs([file])).rejects.toThrow(
      /uses @langchain\/langgraph 0\.4\.9 in .+; this server runs graphs made with @langchain\/langgraph 1\.x\.$/,
    );
  });
});

it('refuses two graphs of one id', async () => {
  const own = join(import.meta.dirname, '../../../../graph/langgraph.json');
  await expect(loadGraphs([own, own])).rejects.toThrow(
    /names the graph "memory", which is taken\.$/,
  );
});
