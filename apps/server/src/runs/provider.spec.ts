import { LLMock } from '@copilotkit/aimock';
import { ChatOpenAI } from '@langchain/openai';
import { createDeepAgent } from 'deepagents';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { EngineHarness, OWNER, PATIENT, say } from './testing/engine-harness.ts';

const ANSWER = 'The wind is from the west at twelve knots, and the ceiling is broken. '.repeat(40);

let mock: LLMock;
let harness: EngineHarness;
beforeEach(async () => {
  mock = new LLMock({ port: 0 });
  mock.on({}, { content: ANSWER }, { latency: 20, chunkSize: 20 });
  await mock.start();
});
afterEach(async () => {
  await harness.close();
  await mock.stop();
});

function deepAgent() {
  const model = new ChatOpenAI({
    model: 'gpt-4.1',
    apiKey: 'test',
    maxRetries: 0,
    configuration: { baseURL: `${mock.url}/v1` },
  });
  return createDeepAgent({ model });
}

it('stops a deep agent in the middle of an answer, and keeps what it had said', async () => {
  const agent = deepAgent();
  harness = await EngineHarness.open({ agent });
  const thread = await harness.thread();
  const body = { graph_id: 'agent', input: say('hello'), stream_mode: ['messages-tuple'] };
  const { runId } = await harness.submit(thread, body);
  const heard = () => harness.storage.events.read(runId, -1, 100).then((events) => events.length);
  await expect.poll(heard).toBeGreaterThan(3);
  await harness.engine.cancel(OWNER, thread, runId, 'interrupt');
  expect((await harness.engine.ended(runId, PATIENT))?.status).toBe('interrupted');
  const state = await harness.state(agent as never, thread);
  const [, answer] = state.values['messages'] as { text: string; response_metadata: object }[];
  expect(answer?.text.length).toBeGreaterThan(10);
  expect(answer?.text.length).toBeLessThan(ANSWER.length);
  expect(ANSWER).toContain(answer?.text);
  expect(answer?.response_metadata).toMatchObject({ cut: true });
  expect(state.next).toEqual([]);
  mock.reset();
  mock.on({}, { content: 'And now all of it.' });
  await harness.run(thread, { graph_id: 'agent', input: say('go on') });
  expect(await harness.texts(agent as never, thread)).toEqual([
    'hello',
    answer?.text,
    'go on',
    'And now all of it.',
  ]);
  const said = mock.getRequests().at(-1)?.body?.messages ?? [];
  expect(JSON.stringify(said)).toContain(answer?.text.slice(0, 10));
  expect(harness.logged).toEqual([]);
});
