import assert from 'node:assert/strict';

import { Api, say } from './api.ts';
import { assertWhole, said } from './check.ts';
import type { Extent, Finding, Lab } from './lab.ts';

/** How often a run is begun at most, by the server's own rule. */
const ATTEMPTS = 3;

/** Graphs that never end, throw, and return what cannot be stored. */
export async function badGraphs(lab: Lab, extent: Extent): Promise<Finding> {
  const times = extent === 'long' ? 10 : 1;
  const dataDir = lab.directory();
  const api = new Api(() => server.apiUrl);
  let server = await lab.server({ dataDir });
  for (let time = 0; time < times; time += 1) {
    await failing(api, 'throwing', /^[A-Z].+\.$/);
    await failing(api, 'unserializable', /^Cannot store .+\.$/);
    await stopped(api);
  }
  const threadId = await api.thread();
  const { run_id } = await api.start(threadId, say('endless', 'for ever'));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await beginning(api, threadId, run_id);
    await server.kill();
    server = await lab.server({ dataDir });
  }
  await api.join(threadId, run_id);
  const { status, error } = await api.run(threadId, run_id);
  assert.equal(status, 'error', 'a run that was begun too often');
  assert.match(error?.message ?? '', /stopped in the middle of this run 3 times/);
  await usable(api, threadId, 'endless', ['for ever']);
  assert.doesNotMatch(server.output, /secret/, 'the log quotes an error');
  await server.stop();
  assertWhole(dataDir, 'afterwards');
  return {
    fault: 'a graph that throws, returns what cannot be stored, never ends',
    done: `${times} times each, the last one stopped by a person; and once through ${ATTEMPTS} × kill -9`,
    held: 'the run ends with a sentence that quotes nothing, the thread says error (or idle when stopped), and takes the next turn',
  };
}

async function failing(api: Api, graph: string, expected: RegExp): Promise<void> {
  const threadId = await api.thread();
  const { __error__ } = await api.turn(threadId, say(graph, 'go'));
  assert.match(__error__?.message ?? '', expected, graph);
  assert.doesNotMatch(__error__?.message ?? '', /secret/, graph);
  const [run] = await api.runs(threadId);
  assert.equal(run?.status, 'error', graph);
  assert.equal(await api.threadStatus(threadId), 'error', graph);
  await usable(api, threadId, graph, ['go']);
}

async function stopped(api: Api): Promise<void> {
  const threadId = await api.thread();
  const { run_id } = await api.start(threadId, say('endless', 'wait'));
  await beginning(api, threadId, run_id);
  assert.equal(await api.threadStatus(threadId), 'busy');
  await api.cancel(threadId, run_id);
  assert.equal((await api.run(threadId, run_id)).status, 'interrupted');
  assert.equal(await api.threadStatus(threadId), 'idle');
  await usable(api, threadId, 'endless', ['wait']);
}

/** Resolves once the run's input is in its thread and the graph has it. */
async function beginning(api: Api, threadId: string, runId: string): Promise<void> {
  const leaving = new AbortController();
  const { body } = await api.events(threadId, runId, leaving.signal);
  let told = '';
  const decoder = new TextDecoder();
  assert.ok(body);
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    told += decoder.decode(chunk, { stream: true });
    if (/^event: values$/m.test(told)) break;
  }
  leaving.abort();
}

async function usable(
  api: Api,
  threadId: string,
  graph: string,
  before: readonly string[],
): Promise<void> {
  const outcome = await api.turn(threadId, say(graph, 'still there?'));
  assert.equal(outcome.__error__, undefined);
  const messages = (await api.state(threadId)).values.messages ?? [];
  assert.deepEqual(said(messages), [...before, 'still there?']);
  assert.equal(messages.at(-1)?.content, 'heard: still there?');
  assert.equal(await api.threadStatus(threadId), 'idle');
}
