import { describe, expect, it } from 'vitest';

import type { AssistantSummary } from '#contract/assistant';

import { Assistants, MEMORY_ASSISTANT, type ChoiceStorage } from './assistants';

const summary = (graphId: string, over: Partial<AssistantSummary> = {}): AssistantSummary => ({
  graphId,
  title: graphId,
  description: '',
  features: [],
  ...over,
});
const MEMORY = summary('memory', { title: 'Chat', features: ['memory', 'instructions'] });
const ECHO = summary('echo');

function setUp(told: readonly AssistantSummary[], kept = new Map<string, string>()) {
  const failures: Error[] = [];
  let reads = 0;
  const storage: ChoiceStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  };
  const assistants = new Assistants({
    read: () => {
      reads++;
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve(told);
    },
    openStorage: () => storage,
  });
  return { assistants, failures, kept, reads: () => reads };
}

describe('the assistants of a server', () => {
  it('are the memory assistant alone until the server has told them', async () => {
    const { assistants } = setUp([ECHO, MEMORY]);
    expect(assistants.areSeveral()).toBe(false);
    expect(assistants.chosen()).toBe(MEMORY_ASSISTANT);
    expect(assistants.find('echo')).toBeUndefined();
    await assistants.load();
    expect(assistants.areSeveral()).toBe(true);
    expect(assistants.chosen()).toEqual(MEMORY);
    expect(assistants.find('echo')).toEqual(ECHO);
  });

  it('are asked for once, and again after that has failed', async () => {
    const { assistants, failures, reads } = setUp([MEMORY]);
    failures.push(new Error('down'));
    await expect(assistants.load()).rejects.toThrow('down');
    await Promise.all([assistants.load(), assistants.load()]);
    expect(reads()).toBe(2);
  });

  it('leave one that is not served any more without features', async () => {
    const { assistants } = setUp([MEMORY]);
    await assistants.load();
    expect(assistants.find('gone')).toEqual(summary('gone'));
  });

  it('give the memory graph its features where the server lists none', async () => {
    const { assistants } = setUp([summary('memory')]);
    await assistants.load();
    expect(assistants.chosen().features).toEqual(MEMORY.features);
  });

  it('may be without the memory assistant: then the first is the usual one', async () => {
    const { assistants } = setUp([ECHO, summary('other')]);
    await assistants.load();
    expect(assistants.chosen()).toEqual(ECHO);
  });
});

it('do not offer one whose work has a page of its own, also when it had been chosen', async () => {
  const kept = new Map([['throughline.assistant.v1', 'work']]);
  const { assistants } = setUp([MEMORY, summary('work', { features: ['work'] })], kept);
  await assistants.load();
  expect(assistants.offered()).toEqual([MEMORY]);
  expect(assistants.areSeveral()).toBe(false);
  expect(assistants.chosen()).toEqual(MEMORY);
  expect(assistants.find('work')?.features).toEqual(['work']);
});

describe('the choice of an assistant', () => {
  it('is remembered, and counts once the server is known to serve it', async () => {
    const { assistants, kept } = setUp([MEMORY, ECHO]);
    await assistants.load();
    assistants.choose('echo');
    expect(assistants.chosen()).toEqual(ECHO);

    const later = setUp([MEMORY, ECHO], kept).assistants;
    expect(later.chosen().graphId).toBe('memory');
    await later.load();
    expect(later.chosen()).toEqual(ECHO);
    const without = setUp([MEMORY], kept).assistants;
    await without.load();
    expect(without.chosen()).toEqual(MEMORY);
  });

  it('holds for the page where the browser keeps nothing', async () => {
    const assistants = new Assistants({
      read: () => Promise.resolve([MEMORY, ECHO]),
      openStorage: () => {
        throw new Error('no storage');
      },
    });
    await assistants.load();
    assistants.choose('echo');
    expect(assistants.chosen()).toEqual(ECHO);
  });
});
