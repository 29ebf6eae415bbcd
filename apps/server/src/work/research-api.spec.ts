import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RESEARCH, newResearch } from '#graph/agents/research/record';
import { createResearch } from '#graph/agents/research/research';
import { ScriptedModel } from '#graph/testing/scripted-model';

import { asServedGraph } from '../assistants/load-graphs.ts';
import { filesHolding } from '../storage/sqlite/testing/files-holding.ts';
import { newScope, startTestServer, type TestServer } from '../testing/test-server.ts';

const QUESTION = 'What does the hangar in Ghent cost?';
const TEXT = 'Rates.\n\nIn Ghent the hangar costs 400 euros. Bring a lock.';

interface View {
  readonly id: string;
  readonly stage: string;
  readonly done: boolean;
  readonly running: boolean;
  readonly run_id: string;
  readonly record: { readonly report: string | null };
}

let server: TestServer;
let owner: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function view(path: string, method = 'GET', body?: unknown): Promise<View> {
  return (await (await server.ask(owner, method, path, body)).json()) as View;
}

async function begin(text = TEXT, question = QUESTION): Promise<string> {
  owner = newScope();
  const headers = { 'x-api-key': owner };
  const url = `${server.apiUrl}/documents?name=rates.md`;
  await fetch(url, { method: 'POST', headers, body: text });
  return (await view('/research', 'POST', { question })).id;
}

const untilDone = (id: string) =>
  expect
    .poll(() => view(`/research/${id}`), { timeout: 10_000 })
    .toMatchObject({
      done: true,
      running: false,
    });

describe('a piece of research', () => {
  it('is begun, gone on with, listed with counts, and deleted to the last byte', async () => {
    const id = await begin();
    expect(id).toMatch(/^[a-z0-9]{32}$/);
    expect(await view(`/research/${id}`)).toMatchObject({ stage: 'discover', running: false });
    const resumed = await server.ask(owner, 'POST', `/research/${id}/resume`);
    expect(resumed.status).toBe(202);
    await untilDone(id);
    const { record } = await view(`/research/${id}`);
    expect(record.report).toContain('“In Ghent the hangar costs 400 euros.”');
    expect(await view('/research')).toMatchObject([
      { id, question: QUESTION, stage: 'completed', counts: { passages: 1, supported: 1 } },
    ]);
    expect(filesHolding(server.dataDir, QUESTION)).not.toEqual([]);
    expect((await server.ask(owner, 'DELETE', `/research/${id}`)).status).toBe(204);
    expect((await server.ask(owner, 'GET', `/research/${id}`)).status).toBe(404);
    expect(filesHolding(server.dataDir, QUESTION)).toEqual([]);
  });

  it('leaves no conversation behind, and nothing in it quotes', async () => {
    const id = await begin();
    const run = { assistant_id: 'research', input: { session: id }, on_completion: 'keep' };
    const modes = ['values', 'updates', 'messages-tuple', 'custom', 'debug', 'checkpoints'];
    const reply = await server.ask(owner, 'POST', '/runs/stream', { ...run, stream_mode: modes });
    const events = await reply.text();
    const client = server.client(owner);
    const threads = await client.threads.search({ limit: 100 });
    const threadId = threads[0]?.thread_id ?? '';
    const kept = JSON.stringify([
      threads,
      await client.threads.getHistory(threadId),
      await client.runs.list(threadId),
      await (await server.ask(owner, 'GET', '/conversations')).json(),
    ]);
    expect(events).toContain('"stage":"completed"');
    for (const word of ['hangar', 'Ghent', 'euros', 'rates.md']) {
      expect(events).not.toContain(word);
      expect(kept).not.toContain(word);
    }
  });

  it('refuses what a run may not be told: its record is the only place for it', async () => {
    const id = await begin();
    for (const input of [
      { session: id, messages: [{ role: 'human', content: QUESTION }] },
      { session: '../etc' },
      { session: id, counts: { passages: 12 } },
      {},
    ]) {
      const refused = await server.ask(owner, 'POST', '/runs/wait', {
        assistant_id: 'research',
        input,
      });
      expect(refused.status).toBe(422);
    }
  });

  it.each(['../etc', 'A', 'a-b', ''])('refuses the id %j', async (id) => {
    await begin();
    const refused = await server.ask(owner, 'POST', '/research', { question: QUESTION, id });
    expect(refused.status).toBe(422);
  });

  it('is not begun twice under one id, nor gone on with when it is done', async () => {
    const id = await begin();
    expect(
      (await server.ask(owner, 'POST', '/research', { question: 'Another?', id })).status,
    ).toBe(409);
    await server.ask(owner, 'POST', `/research/${id}/resume`);
    await untilDone(id);
    expect((await server.ask(owner, 'POST', `/research/${id}/resume`)).status).toBe(409);
  });

  it('is none when it was written through the store: such a record is never read', async () => {
    owner = newScope();
    const forged = { ...newResearch('forged'), stage: 'completed', report: 'forged' };
    await server.client(owner).store.putItem([owner, 'research'], 'forged', forged);
    expect(await view('/research')).toEqual([]);
    expect((await server.ask(owner, 'GET', '/research/forged')).status).toBe(404);
    expect((await server.ask(owner, 'POST', '/research/forged/resume')).status).toBe(404);
  });
});

it('of two tabs that go on with one record one wins, and the model is asked once', async () => {
  const asked = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const model = new ScriptedModel([
    async () => {
      asked.resolve(undefined);
      await held.promise;
      return '{"statements":[]}';
    },
  ]);
  const graphs = new Map([['research', asServedGraph(createResearch({ model }), 'research')]]);
  const usual = server;
  server = await startTestServer(undefined, { graphs });
  try {
    const id = await begin();
    const tabs = await Promise.all(
      [1, 2].map(() => server.ask(owner, 'POST', `/research/${id}/resume`)),
    );
    expect(tabs.map(({ status }) => status).sort()).toEqual([202, 409]);
    await asked.promise;
    expect(await view(`/research/${id}`)).toMatchObject({ running: true, stage: 'analyze' });
    held.resolve(undefined);
    await untilDone(id);
    expect(model.prompts).toHaveLength(1);
  } finally {
    await server.close();
    server = usual;
  }
});

it('deleting a record stops the run that is at it, which then saves nothing', async () => {
  const asked = Promise.withResolvers<undefined>();
  const model = new ScriptedModel([
    () => {
      asked.resolve(undefined);
      return new Promise<string>(() => undefined);
    },
  ]);
  const graphs = new Map([['research', asServedGraph(createResearch({ model }), 'research')]]);
  const usual = server;
  server = await startTestServer(undefined, { graphs });
  try {
    const id = await begin();
    await server.ask(owner, 'POST', `/research/${id}/resume`);
    await asked.promise;
    expect((await server.ask(owner, 'DELETE', `/research/${id}`)).status).toBe(204);
    expect(await server.storage.records.of(RESEARCH, owner).load(id)).toBe(null);
    expect(await server.client(owner).threads.search()).toEqual([]);
    expect(filesHolding(server.dataDir, QUESTION)).toEqual([]);
  } finally {
    await server.close();
    server = usual;
  }
});

describe('the wipe and the export', () => {
  it('reach documents and records when asked to, to the last byte', async () => {
    const text = 'The wiped-hangar costs 400 euros.';
    const question = 'What does the wiped-hangar cost?';
    const id = await begin(text, question);
    await server.ask(owner, 'POST', `/research/${id}/resume`);
    await untilDone(id);
    const exported = await (await server.ask(owner, 'GET', '/memory/export?format=json')).json();
    expect(exported).toMatchObject({
      work: { documents: [{ name: 'rates.md', text }], records: { research: [{ id }] } },
    });
    const kept = (await (await server.ask(owner, 'DELETE', '/memory')).json()) as {
      not_reached: string[];
    };
    expect(kept).toMatchObject({ records_erased: null, documents_erased: null });
    expect(kept.not_reached.join()).toContain('Documents and records of research');
    expect(filesHolding(server.dataDir, 'wiped-hangar')).not.toEqual([]);

    const wiped = await (await server.ask(owner, 'DELETE', '/memory?work=true')).json();
    expect(wiped).toMatchObject({ verified: true, records_erased: 1, documents_erased: 1 });
    expect(JSON.stringify(wiped)).not.toContain('Documents and records of research');
    expect(await view('/research')).toEqual([]);
    expect(await view('/documents')).toEqual([]);
    expect(filesHolding(server.dataDir, 'wiped-hangar')).toEqual([]);
  });
});
