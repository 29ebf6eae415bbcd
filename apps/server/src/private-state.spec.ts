import type { BaseMessage } from '@langchain/core/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  MEMORY_EVENT,
  MEMORY_PATH,
  memoryNamespace,
  PRIVATE_CONTENTS_KEY,
  PRIVATE_OWNER_KEY,
} from '#contract/names';
import { MEMORY_READ_EVENT } from '#contract/memory-read';
import { asks, ScriptedModel } from '#graph/testing/scripted-model';

import { newScope, startTestServer, type TestServer } from './testing/test-server.ts';

const owner = newScope();
const CONTENTS = 'canary-4c1f';
/** What must not be seen, where private state has no place. */
const CANARIES = [CONTENTS, owner, PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY];

const STREAM_MODES = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'custom',
  'tasks',
  'debug',
  'checkpoints',
];
const human = (content: string) => ({ messages: [{ role: 'human', content }] });
const run = { assistant_id: 'memory', input: human('Delegate this.') };
const streamed = { ...run, stream_mode: STREAM_MODES, stream_subgraphs: true };

let server: TestServer;
let threadId: string;
let runId: string;
let checkpointId: string;

/** Hands the person's message to a subagent, whose words it then repeats: memory is never quoted. */
function delegate(messages: readonly BaseMessage[]) {
  const last = messages.at(-1);
  if (last?.type === 'human' && last.text === 'Delegate this.')
    return asks({ name: 'task', args: { description: 'Go.', subagent_type: 'general-purpose' } });
  return last?.type === 'tool' ? 'Delegated.' : 'Gone.';
}

beforeAll(async () => {
  server = await startTestServer(new ScriptedModel(Array.from({ length: 1000 }, () => delegate)));
  await server
    .client(owner)
    .store.putItem(memoryNamespace(owner), MEMORY_PATH, { content: `- ${CONTENTS}\n` });
});
afterAll(() => server.close());

/** A conversation of one finished turn, of which every stream mode was logged. */
beforeEach(async () => {
  const client = server.client(owner);
  ({ thread_id: threadId } = await client.threads.create());
  const reply = await server.ask(owner, 'POST', `/threads/${threadId}/runs/stream`, streamed);
  await reply.text();
  const [latest] = await client.runs.list(threadId);
  runId = latest?.run_id ?? '';
  checkpointId = (await client.threads.getState(threadId)).checkpoint.checkpoint_id ?? '';
});

interface Ask {
  readonly before?: () => Promise<void>;
  readonly body?: () => unknown;
  readonly query?: string;
  /** Whether the assistant in the path is the owner's own, not the system's. */
  readonly own?: boolean;
  /** Whether the owner is shown the private state here; nowhere else is any of it. */
  readonly shows?: boolean;
}

const MEMORY_ITEM = `?namespace=${memoryNamespace(owner).join('.')}&key=${encodeURIComponent(MEMORY_PATH)}`;

/** Every route but the store's and the memory's own, as the owner may call it. */
const ASKS: Readonly<Record<string, Ask>> = {
  'GET /api/ok': {},
  'GET /api/info': {},
  'POST /api/assistants/search': {},
  'POST /api/assistants/count': {},
  'POST /api/assistants': { body: () => ({ graph_id: 'memory' }) },
  'GET /api/assistants/:assistant_id': {},
  'PATCH /api/assistants/:assistant_id': { own: true, body: () => ({ name: 'x' }) },
  'DELETE /api/assistants/:assistant_id': { own: true },
  'GET /api/assistants/:assistant_id/graph': {},
  'GET /api/assistants/:assistant_id/schemas': {},
  'GET /api/assistants/:assistant_id/subgraphs': {},
  'GET /api/assistants/:assistant_id/subgraphs/:namespace': {},
  'POST /api/assistants/:assistant_id/versions': {},
  'POST /api/assistants/:assistant_id/latest': { own: true, body: () => ({ version: 1 }) },

  'GET /api/conversations': {},
  'POST /api/conversations/search': { body: () => ({ query: CANARIES[0] }) },
  'GET /api/conversations/:thread_id': {},

  'GET /api/documents': {},
  'POST /api/documents': { query: '?name=a.txt', body: () => 'text' },
  'POST /api/documents/search': { body: () => ({ query: CANARIES[0] }) },
  'GET /api/documents/:document_id': {},
  'DELETE /api/documents/:document_id': {},

  'GET /api/research': {},
  'POST /api/research': { body: () => ({ question: 'What is it?' }) },
  'GET /api/research/:record_id': {},
  'POST /api/research/:record_id/resume': {},
  'DELETE /api/research/:record_id': {},

  'POST /api/threads': { body: () => ({ thread_id: threadId, if_exists: 'do_nothing' }) },
  'POST /api/threads/search': {},
  'POST /api/threads/count': {},
  'POST /api/threads/prune': { body: () => ({ thread_ids: [] }) },
  'GET /api/threads/:thread_id': {},
  'PATCH /api/threads/:thread_id': { body: () => ({ metadata: { a: 1 } }) },
  'DELETE /api/threads/:thread_id': {},
  'POST /api/threads/:thread_id/copy': {},
  'GET /api/threads/:thread_id/state': { shows: true },
  'GET /api/threads/:thread_id/state/:checkpoint_id': { shows: true },
  'POST /api/threads/:thread_id/state/checkpoint': {
    body: () => ({ checkpoint: { checkpoint_id: checkpointId } }),
    shows: true,
  },
  'POST /api/threads/:thread_id/state': { body: () => ({ values: human('x'), as_node: 'tools' }) },
  'GET /api/threads/:thread_id/history': { shows: true },
  'POST /api/threads/:thread_id/history': { shows: true },

  'POST /api/threads/:thread_id/runs': { body: () => streamed },
  'POST /api/threads/:thread_id/runs/stream': { body: () => streamed },
  'POST /api/threads/:thread_id/runs/wait': { body: () => run },
  'GET /api/threads/:thread_id/runs': {},
  'GET /api/threads/:thread_id/runs/:run_id': {},
  'DELETE /api/threads/:thread_id/runs/:run_id': {},
  'GET /api/threads/:thread_id/runs/:run_id/join': {},
  'GET /api/threads/:thread_id/runs/:run_id/stream': {},
  'POST /api/threads/:thread_id/runs/:run_id/cancel': {},

  'POST /api/runs': { body: () => streamed },
  'POST /api/runs/stream': { body: () => streamed },
  'POST /api/runs/wait': { body: () => run },
  'POST /api/runs/batch': { body: () => [run, streamed] },
  'POST /api/runs/cancel': { body: () => ({ thread_id: threadId, run_ids: [runId] }) },
  'GET /api/runs/:run_id/stream': {
    async before() {
      const body = { ...streamed, on_completion: 'keep' };
      const made = (await (await server.ask(owner, 'POST', '/runs', body)).json()) as object;
      runId = 'run_id' in made ? String(made.run_id) : '';
    },
  },
};

async function ownAssistant(): Promise<string> {
  const { assistant_id } = await server.client(owner).assistants.create({ graphId: 'memory' });
  return assistant_id;
}

async function ownDocument(): Promise<string> {
  const added = await server.ask(owner, 'POST', '/documents?name=a.txt', 'text');
  return ((await added.json()) as { id: string }).id;
}

async function ownRecord(): Promise<string> {
  const begun = await server.ask(owner, 'POST', '/research', { question: 'What is it?' });
  return ((await begun.json()) as { id: string }).id;
}

async function ask(route: string, { before, body, own, query = '' }: Ask): Promise<string> {
  await before?.();
  const [method = '', pattern = ''] = route.split(' ');
  const documentId = pattern.includes(':document_id') ? await ownDocument() : '';
  const recordId = pattern.includes(':record_id') ? await ownRecord() : '';
  const path = pattern
    .replace('/api', '')
    .replace(':document_id', documentId)
    .replace(':record_id', recordId)
    .replace(':assistant_id', own ? await ownAssistant() : 'memory')
    .replace(':namespace', 'inner')
    .replace(':thread_id', threadId)
    .replace(':run_id', runId)
    .replace(':checkpoint_id', checkpointId);
  const sent = body?.() ?? (method === 'POST' ? {} : undefined);
  const response = await server.ask(owner, method, path + query, sent);
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(/^2/);
  return text;
}

interface Told {
  readonly event: string;
  readonly data: string;
}

/** The events of a stream; a reply that is none is one event without a name. */
function eventsOf(text: string): Told[] {
  if (!/^(id|event|data|:)/m.test(text) || text.startsWith('{') || text.startsWith('['))
    return [{ event: '', data: text }];
  return text.split(/\r?\n\r?\n/).flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
    const event = field('event');
    return event === undefined ? [] : [{ event, data: field('data') ?? '' }];
  });
}

/** A run shows its owner the request it was given, context included; that is no state. */
const withoutContext = (text: string) =>
  text.replaceAll(JSON.stringify({ memory_scope: owner }), '{}');

const seen = (text: string) => CANARIES.filter((canary) => text.includes(canary));
const modeOf = ({ event }: Told) => event.split(/[|/]/, 1)[0] ?? '';

describe('private state', () => {
  it('is looked for in every route, so that no new one goes unchecked', () => {
    const routes = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !/ \/api\/(?:store|memory)\b/.test(route));
    expect(Object.keys(ASKS).sort()).toEqual([...new Set(routes)].sort());
  });

  it.each(Object.entries(ASKS))('%s', async (route, asked) => {
    const text = withoutContext(await ask(route, asked));
    if (asked.shows) {
      expect(seen(text)).toEqual(CANARIES);
      return;
    }
    const hidden = eventsOf(text).filter(
      (told) => !['custom', 'checkpoints'].includes(modeOf(told)),
    );
    for (const told of hidden) expect([told.event, seen(told.data)]).toEqual([told.event, []]);
  });

  it('is in no event of a run but its custom and its checkpoint events, live and replayed', async () => {
    const live = eventsOf(
      await ask('POST /api/threads/:thread_id/runs/stream', { body: () => streamed }),
    );
    runId = (await server.client(owner).runs.list(threadId))[0]?.run_id ?? '';
    const replayed = eventsOf(await ask('GET /api/threads/:thread_id/runs/:run_id/stream', {}));
    expect(replayed).toEqual(live);
    const modes = new Set(live.map(modeOf));
    for (const mode of ['values', 'updates', 'messages', 'tasks', 'debug'])
      expect(modes).toContain(mode);
    const showing = live.filter(({ data }) => seen(data).length > 0);
    expect([...new Set(showing.map(modeOf))].sort()).toEqual(['checkpoints', 'custom']);
    const custom = showing.filter((told) => modeOf(told) === 'custom');
    expect(custom.every(({ data }) => data.includes(MEMORY_EVENT))).toBe(true);
    // The receipts beside them hold neither text nor scope.
    const receipts = live.filter(({ data }) => data.includes(MEMORY_READ_EVENT));
    expect(receipts).toHaveLength(custom.length);
    const kept = showing.filter((told) => modeOf(told) === 'checkpoints');
    expect(kept.some(({ data }) => seen(data).length === CANARIES.length)).toBe(true);
  });

  it('is not in traced events, but for the prompt that quotes the memory to the model', async () => {
    const told = eventsOf(
      await ask('POST /api/threads/:thread_id/runs/stream', {
        body: () => ({ ...run, stream_mode: ['events'] }),
      }),
    ).filter((event) => modeOf(event) === 'events');
    expect(told.length).toBeGreaterThan(10);
    const found = told.flatMap(({ data }) => seen(data));
    expect([...new Set(found)]).toEqual([CONTENTS]);
    for (const { data } of told.filter(({ data }) => data.includes(CONTENTS)))
      expect(data).toMatch(/<memory-[0-9a-f]{32}>/);
  });

  it('stays hidden in a thread whose run failed, and in what the run came to', async () => {
    const failing = await server.ask(owner, 'POST', `/threads/${threadId}/runs/wait`, {
      ...run,
      config: { recursion_limit: 2 },
    });
    expect(await failing.json()).toHaveProperty('__error__.error', 'too-many-steps');
    const client = server.client(owner);
    const told = JSON.stringify([
      await client.threads.get(threadId),
      await client.threads.search({ ids: [threadId] }),
    ]);
    expect(told).toContain('"status":"error"');
    expect(seen(told)).toEqual([]);
  });

  it('reaches the owner by the store, who may read the revisions too', async () => {
    expect(await ask(`GET /api/store/items`, { query: MEMORY_ITEM })).toContain(CONTENTS);
    const revisions = await ask('POST /api/store/items/search', {
      body: () => ({ namespace_prefix: [...memoryNamespace(owner), 'revisions'] }),
    });
    expect(revisions).toContain(CONTENTS);
  });
});

describe('evidence', () => {
  it.each([
    ['by name', true],
    ['as the run’s own', false],
  ])('of a subagent is told %s', async (_, stream_subgraphs) => {
    const text = await ask('POST /api/threads/:thread_id/runs/stream', {
      body: () => ({ ...run, stream_mode: ['custom', 'updates'], stream_subgraphs }),
    });
    const observations = eventsOf(text).filter(
      (told) => modeOf(told) === 'custom' && told.data.includes(MEMORY_EVENT),
    );
    const phases = observations.map(({ data }) => /"phase":"(\w+)"/.exec(data)?.[1]);
    expect(phases).toEqual(['initial', 'model', 'model', 'model', 'terminal']);
    expect(observations.map(({ event }) => event.startsWith('custom|tools:'))).toEqual(
      [false, false, true, false, false].map((nested) => nested && stream_subgraphs),
    );
  });
});
