import { MEMORY_GRAPH_ID } from '#contract/names';
import { MEMORY_RECEIPT_KEY } from '#contract/revision';
import { SpeakingModel } from '#graph/fixtures/speaking-model';
import { afterEach, expect, it } from 'vitest';

import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());

interface Said {
  readonly messages: readonly {
    readonly content: unknown;
    readonly response_metadata: Readonly<Record<string, unknown>>;
  }[];
}

it.each([['custom', 'messages-tuple'], ['values']] as const)(
  'an answer that is stopped in the middle keeps which memory it was given (%s asked for)',
  async (...modes) => {
    const { promise: said, resolve } = Promise.withResolvers<undefined>();
    const model = new SpeakingModel(async function* () {
      yield 'Half an ';
      yield 'answer';
      resolve(undefined);
      await new Promise<never>(() => undefined);
    });
    server = await startTestServer(model);
    const owner = newScope();
    await server.ask(owner, 'PUT', '/memory', { text: '- a\n', based_on: null });
    const client = server.client(owner);
    const { thread_id: thread } = await client.threads.create();
    const run = await client.runs.create(thread, MEMORY_GRAPH_ID, {
      input: { messages: [{ role: 'human', content: 'hello' }] },
      streamMode: [...modes],
    });
    await said;
    await client.runs.cancel(thread, run.run_id, true);
    const { values } = await client.threads.getState<Said>(thread);
    expect(values.messages.at(-1)).toMatchObject({
      content: 'Half an answer',
      response_metadata: { cut: true, [MEMORY_RECEIPT_KEY]: { revision: 1, call: 1 } },
    });
  },
);
