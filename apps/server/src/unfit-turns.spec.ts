import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ConversionThread, LOGIN } from './testing/conversation.ts';
import { everythingStored, trimmed } from './testing/stored-digest.ts';
import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

const first = { uploads: [LOGIN] };
const rule = 'Use getByTestId for every form field';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('what is refused before anything is stored', () => {
  const other = { name: 'other.test.js', text: LOGIN.text };
  it.each([
    ['a rule alone on a new thread', [], { refinement: rule }, /no source yet/],
    ['nothing on a new thread', [], {}, /no source yet/],
    ['a file that is no Selenium', [], { uploads: [{ name: 'a.js', text: 'x' }] }, /no Selenium/],
    ['files that are texts', [], { uploads: ['x'] }, /input\.uploads/],
    ['a rule that is a list', [], { ...first, refinement: ['x'] }, /input\.refinement/],
    ['a rule that is too long', [first], { refinement: 'x'.repeat(501) }, /at most 500/],
    ['an unknown file', [first], { uploads: [other] }, /other\.test\.js is none of/],
    ['a result', [first], { result: [] }, /input\.result/],
    ['a report', [first], { refinement: rule, report: null }, /input\.report/],
    ['an unknown key', [], { ...first, sources: [] }, /input\.sources/],
  ])('%s', async (_, turns, input, sentence) => {
    const thread = await ConversionThread.begin(server);
    const { scope, id } = thread;
    for (const before of turns) await thread.turn(before);
    await trimmed(server.dataDir);
    const before = everythingStored(server.dataDir);
    const reply = await server.ask(scope, 'POST', `/threads/${id}/runs/wait`, {
      assistant_id: 'convert',
      input,
    });
    expect(reply.status).toBe(422);
    expect(((await reply.json()) as { message: string }).message).toMatch(sentence);
    expect(everythingStored(server.dataDir)).toEqual(before);
  });

  it('a rule alone where the thread would be made for it', async () => {
    const scope = newScope();
    const reply = await server.ask(scope, 'POST', `/threads/${newScope()}/runs/wait`, {
      assistant_id: 'convert',
      input: { refinement: rule },
      if_not_exists: 'create',
    });
    expect(reply.status).toBe(422);
    expect(await server.client(scope).threads.count()).toBe(0);
  });

  it('a change of the state that forges a result', async () => {
    const thread = await ConversionThread.begin(server);
    const { client, id } = thread;
    await thread.turn(first);
    for (const values of [{ result: [] }, { report: null }, { conventions: 'x' }])
      await expect(client.threads.updateState(id, { values })).rejects.toThrow(/422/);
  });
});
