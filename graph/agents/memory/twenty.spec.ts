import type { LLMock } from '@copilotkit/aimock';
import { InMemoryStore, MemorySaver } from '@langchain/langgraph';
import { CompositeBackend, createDeepAgent, StateBackend, StoreBackend } from 'deepagents';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fencedMemory } from '#graph/memory/fence';
import { listRevisions } from '#graph/memory/revisions';
import { ANNA } from '#graph/memory/testing/owners';

import { createFakeProvider } from '../../demo/fake-provider.ts';
import { createModel } from '../../models/create-model.ts';
import { Harness } from '../../testing/harness.ts';
import { ThinkingModel } from '../../testing/thinking-model.ts';

const FACTS = Array.from({ length: 20 }, (_, index) => `My fact number ${index} is F${index}`);

/** The model takes its time over HTTP: one in process would serialize the conversations by itself. */
describe('twenty conversations of one person that teach at once', () => {
  let fake: LLMock;
  beforeEach(async () => {
    fake = createFakeProvider({ latency: 1, gather: FACTS.length });
    await fake.start();
  });
  afterEach(() => fake.stop());

  it('keep all twenty facts', async () => {
    const harness = new Harness(createModel({ OPENAI_BASE_URL: `${fake.url}/v1` }));
    const turns = await Promise.all(
      FACTS.map((fact, index) => harness.say(`t${index}`, `${fact}.`)),
    );
    expect(turns.map(({ error }) => error)).toEqual(FACTS.map(() => undefined));
    const kept = (await harness.memory())?.trim().split('\n');
    expect(kept?.sort()).toEqual(FACTS.map((fact) => `- ${fact}`).sort());
    const rows = await listRevisions(harness.store, ANNA, { limit: 100 });
    expect(new Set(rows.map(({ author }) => author.thread_id)).size).toBe(20);
  });

  it('lose some of them on the stock backend, though its tool reports every write as done', async () => {
    const store = new InMemoryStore();
    const backend = new CompositeBackend(new StateBackend(), {
      '/memories/': new StoreBackend({ namespace: () => ['stock'] }),
    });
    const agent = createDeepAgent({
      model: createModel({ OPENAI_BASE_URL: `${fake.url}/v1` }),
      backend,
      store,
      checkpointer: new MemorySaver(),
      // The same rules read the same fence; only backend and observation are the stock ones.
      systemPrompt: fencedMemory('- seed\n'),
    });
    await store.put(['stock'], '/AGENTS.md', {
      content: '- seed\n',
      mimeType: 'text/markdown',
      created_at: '',
      modified_at: '',
    });
    const results = await Promise.all(
      FACTS.map((fact, index) =>
        agent.invoke(
          { messages: [{ role: 'user', content: `${fact}.` }] },
          { configurable: { thread_id: `t${index}` } },
        ),
      ),
    );
    for (const { messages } of results)
      expect(messages.at(-2)?.text).toMatch(/^Successfully replaced 1 occurrence/);
    const item = await store.get(['stock'], '/AGENTS.md');
    const kept = String(item?.value['content']).match(/F\d+/g) ?? [];
    expect(kept.length).toBeLessThan(20);
  });
});

/** Whole writes and edits by turns; what a conversation says is the fact that it must keep. */
const MIXED = FACTS.map((fact, index) => (index % 3 === 0 ? `Edit: ${fact}` : fact));

describe('twenty conversations that read the file, think, and write it whole', () => {
  let model: ThinkingModel;
  afterEach(() => model.server.stop());

  async function teach(options: ConstructorParameters<typeof ThinkingModel>[0], seed?: string) {
    model = new ThinkingModel({ ...options, together: MIXED.length });
    await model.server.start();
    const harness = new Harness(createModel({ OPENAI_BASE_URL: `${model.server.url}/v1` }));
    if (seed !== undefined) await harness.plant(seed);
    const turns = await Promise.all(MIXED.map((fact, index) => harness.say(`t${index}`, fact)));
    expect(turns.map(({ error }) => error)).toEqual(MIXED.map(() => undefined));
    return (await harness.memory())?.trim().split('\n').toSorted();
  }

  it.each([
    ['together', { latency: 1 }],
    ['one by one, each with a prompt that shows the earlier writes', { oneByOne: true }],
  ])('keep all twenty facts, writing %s', async (_, options) => {
    const kept = await teach(options, '- seed\n');
    expect(kept).toEqual(['- seed', ...FACTS.map((fact) => `- ${fact}`)].toSorted());
    expect(model.refusals).toEqual([]);
  });

  it('keep all twenty facts where there was no file to read', async () => {
    const kept = await teach({ latency: 1 });
    expect(kept).toEqual(FACTS.map((fact) => `- ${fact}`).toSorted());
  });
});
