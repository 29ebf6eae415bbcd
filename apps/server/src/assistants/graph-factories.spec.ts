import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import type { Client } from '@langchain/langgraph-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';
import { graphFor, isMade, madeBy } from './graph-factories.ts';
import { asServedGraph, loadGraphs } from './load-graphs.ts';

const State = Annotation.Root({
  said: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

/** A graph whose only node has the name that the config gives it. */
function graphOf(configurable: Readonly<Record<string, unknown>>) {
  const { node = 'plain' } = configurable;
  if (typeof node !== 'string') throw new Error('a secret of the factory');
  const graph = new StateGraph(State)
    .addNode(node, () => ({ said: [node] }))
    .addEdge(START, node)
    .addEdge(node, END)
    .compile();
  return asServedGraph(graph, 'made');
}

let server: TestServer;
let client: Client;
beforeAll(async () => {
  const made = await madeBy(({ configurable }) => Promise.try(() => graphOf(configurable)));
  server = await startTestServer(undefined, { graphs: new Map([['made', made]]) });
  client = server.client(newScope());
});
afterAll(() => server.close());

const said = async (assistant: string, configurable: Record<string, unknown> = {}) =>
  client.runs.wait(null, assistant, { input: { said: ['hi'] }, config: { configurable } });

describe('a graph that is made for each config', () => {
  it('is made for the run’s, its assistant’s or an empty one', async () => {
    expect(await said('made')).toEqual({ said: ['hi', 'plain'] });
    expect(await said('made', { node: 'own' })).toEqual({ said: ['hi', 'own'] });
    const config = { configurable: { node: 'assistant' } };
    const { assistant_id: id } = await client.assistants.create({ graphId: 'made', config });
    expect(await said(id)).toEqual({ said: ['hi', 'assistant'] });
    const nodes = (await client.assistants.getGraph(id)).nodes.map((node) => node.id);
    expect(nodes).toContain('assistant');
  });

  it('is made again for what is asked of its thread later', async () => {
    const config = { configurable: { node: 'assistant' } };
    const { assistant_id: id } = await client.assistants.create({ graphId: 'made', config });
    const { thread_id: thread } = await client.threads.create();
    await client.runs.wait(thread, id, { input: { said: ['hi'] } });
    const values = { said: ['later'] };
    await client.threads.updateState(thread, { values, asNode: 'assistant' });
    const state = await client.threads.getState(thread);
    expect(state.values).toEqual({ said: ['hi', 'assistant', 'later'] });
    await expect(client.threads.updateState(thread, { values, asNode: 'plain' })).rejects.toThrow(
      /422/,
    );
    const other = { configurable: { node: 'runs' } };
    await client.runs.wait(thread, id, { input: { said: [] }, config: other });
    await client.threads.updateState(thread, { values, asNode: 'runs' });
  });

  it('is refused before a run exists where it cannot be made, without its words', async () => {
    const { thread_id: thread } = await client.threads.create();
    const failed = client.runs.create(thread, 'made', { config: { configurable: { node: 1 } } });
    const error = await failed.catch(String);
    expect(error).toMatch(/422.*cannot be made with this config/);
    expect(error).not.toContain('secret');
    expect(await client.runs.list(thread)).toEqual([]);
  });
});

describe('a langgraph.json that names a function', () => {
  const folder = mkdtempSync(join(tmpdir(), 'factory-'));
  const file = join(folder, 'langgraph.json');
  afterAll(() => rmSync(folder, { recursive: true }));
  const named = (code: string) => {
    const module = `graph-${Math.abs(code.length)}.js`;
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, module), code);
    writeFileSync(file, JSON.stringify({ graphs: { a: `./${module}:graph` } }));
    return loadGraphs([file]);
  };

  it('is served by what it makes, for each config anew', async () => {
    const fake =
      '{ stream() {}, updateState() {}, getStateHistory() {}, of: config.configurable.of }';
    const { graphs } = await named(`export const graph = async (config) => (${fake});`);
    const graph = graphs.get('a');
    if (graph === undefined) throw new Error('no graph was loaded');
    expect(isMade(graph)).toBe(true);
    expect(graph).toMatchObject({ of: undefined });
    expect(await graphFor(graph, { configurable: { of: 'x' } })).toMatchObject({ of: 'x' });
  });

  it('may also name a promise of a graph', async () => {
    const graph = '{ stream() {}, updateState() {}, getStateHistory() {}, promised: 1 }';
    const { graphs } = await named(`export const graph = (async () => (${graph}))();`);
    expect(graphs.get('a')).toMatchObject({ promised: 1 });
  });

  it.each([
    [
      'throws',
      "export const graph = () => { throw new Error('no key'); };",
      /makes no graph: no key$/,
    ],
    [
      'makes something else',
      'export const graph = () => 1;',
      /must be a compiled graph, or a function/,
    ],
  ])('is told in a sentence when the function %s', async (_, code, sentence) => {
    await expect(named(code)).rejects.toThrow(sentence);
  });
});
