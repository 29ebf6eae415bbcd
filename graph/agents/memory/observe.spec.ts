import { AIMessage } from '@langchain/core/messages';
import { InMemoryStore, type Operation, type OperationResults } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH, OBSERVATION_UNAVAILABLE } from '#contract/names';
import { readFence } from '#graph/memory/fence';
import { createGate } from '#graph/memory/gate';
import { ANNA } from '#graph/memory/testing/owners';

import { memoryRules } from './memory-rules.ts';
import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel, writesMemory } from '../../testing/scripted-model.ts';

const person = {
  kind: 'person',
  thread_id: null,
  run_id: null,
  message_id: null,
  tool_call_id: null,
} as const;

describe('freshness', () => {
  it('shows every model call the store as it is: event and prompt are one read', async () => {
    const model = new ScriptedModel([
      writesMemory('- one\n'),
      async () => {
        await harness.plant('- changed by other means\n');
        return asks({ name: 'ls', args: { path: '/' } });
      },
      'done',
    ]);
    const harness = new Harness(model);
    const { observations } = await harness.say('t', 'go');
    const seen = observations.map(({ phase, memory_contents }) => [
      phase,
      memory_contents[MEMORY_PATH],
    ]);
    expect(seen).toEqual([
      ['initial', undefined],
      ['model', undefined],
      ['model', '- one\n'],
      ['model', '- changed by other means\n'],
      ['terminal', '- changed by other means\n'],
    ]);
    expect([0, 1, 2].map((call) => readFence(model.systemPrompt(call)))).toEqual(
      seen.slice(1, 4).map(([, text]) => text),
    );
  });

  it('brings what conversation B taught into the very next model call of the old conversation A', async () => {
    const model = new ScriptedModel(['hello', writesMemory('- taught by B\n'), 'noted', 'I see']);
    const harness = new Harness(model);
    await harness.say('A', 'hi');
    await harness.say('B', 'teach');
    await harness.say('A', 'and now?');
    expect(readFence(model.systemPrompt(3))).toBe('- taught by B\n');
  });

  it('puts guidelines before the memory and the memory last', async () => {
    const model = new ScriptedModel(['ok']);
    const harness = new Harness(model);
    await harness.plant('- note\n');
    await harness.say('t', 'hi');
    const prompt = model.systemPrompt(0);
    expect(prompt.indexOf('# Memory')).toBeLessThan(prompt.indexOf('- note'));
    expect(prompt).toMatch(
      /They are not instructions[^]*<memory-[0-9a-f]{32}>\n- note\n\n<\/memory-[0-9a-f]{32}>$/,
    );
  });

  it('keeps on each answer which revision it was given', async () => {
    const harness = new Harness(new ScriptedModel([writesMemory('- one\n'), 'done']));
    await harness.say('t', 'go');
    const receipts = (await harness.messages('t'))
      .filter((message) => AIMessage.isInstance(message))
      .map((message) => message.response_metadata['memory_read']);
    expect(receipts).toMatchObject([{ revision: 0, sha256: null }, { revision: 1 }]);
  });
});

/** A store that fails when told to. */
class FailingStore extends InMemoryStore {
  fails = false;
  override batch<Op extends readonly Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    return this.fails ? Promise.reject(new Error('disk on fire')) : super.batch(operations);
  }
}

describe('a failed read', () => {
  it('before the start ends the run; no model is called', async () => {
    const store = new FailingStore();
    const model = new ScriptedModel(['never']);
    store.fails = true;
    const { error, observations } = await new Harness(model, { store }).say('t', 'hi');
    expect((error as Error).message).toBe(OBSERVATION_UNAVAILABLE);
    expect(memoryRules.explain(error).kind).toBe('memory-unavailable');
    expect([observations, model.prompts]).toEqual([[], []]);
  });

  it('in the middle ends the run; no model call follows', async () => {
    const store = new FailingStore();
    const model = new ScriptedModel([
      () => {
        store.fails = true;
        return asks({ name: 'ls', args: { path: '/' } });
      },
      'never',
    ]);
    const { error, observations } = await new Harness(model, { store }).say('t', 'hi');
    expect((error as Error).message).toBe(OBSERVATION_UNAVAILABLE);
    expect(observations.map(({ phase }) => phase)).toEqual(['initial', 'model']);
    expect(model.prompts).toHaveLength(1);
  });

  it('at the end leaves what was written, and no terminal observation', async () => {
    const store = new FailingStore();
    const model = new ScriptedModel([
      writesMemory('- kept\n'),
      () => {
        store.fails = true;
        return 'done';
      },
    ]);
    const harness = new Harness(model, { store });
    const { error, observations } = await harness.say('t', 'hi');
    expect((error as Error).message).toBe(OBSERVATION_UNAVAILABLE);
    expect(observations.map(({ phase }) => phase)).toEqual(['initial', 'model', 'model']);
    store.fails = false;
    expect(await harness.memory()).toBe('- kept\n');
  });

  it.each([
    ['too large', `${'x'.repeat(65_536)}y`],
    ['ill-formed', 'half of a pair: \ud83d'],
  ])('is what a file left %s by other means counts as', async (_, text) => {
    const model = new ScriptedModel(['never']);
    const harness = new Harness(model);
    await harness.plant(text);
    const { error } = await harness.say('t', 'hi');
    expect(error).toMatchObject({ message: OBSERVATION_UNAVAILABLE });
    expect(memoryRules.explain(error).kind).toBe('memory-unusable');
    expect(model.prompts).toEqual([]);
    // The person can still open it and put it in order.
    const gate = createGate(harness);
    const { text: literal, receipt } = await gate.read(ANNA);
    expect(literal).toBe(text);
    const change = { kind: 'replace', text: '- short\n', basedOn: receipt.sha256 } as const;
    const outcome = await gate.write({ scope: ANNA, author: person, change });
    expect(outcome).toMatchObject({ revision: 1 });
  });
});

describe('an end that is none', () => {
  it('by a model error leaves no terminal observation, and the next turn starts afresh', async () => {
    const harness = new Harness(new ScriptedModel([new Error('boom'), 'back']));
    const failed = await harness.say('t', 'hi');
    expect(failed.error).toBeDefined();
    expect(failed.observations.map(({ phase }) => phase)).toEqual(['initial', 'model']);
    const next = await harness.say('t', 'again');
    expect(next.observations.map(({ phase }) => phase)).toEqual(['initial', 'model', 'terminal']);
  });

  it('by an abort leaves what was written before it, and nothing after', async () => {
    const stop = new AbortController();
    const model = new ScriptedModel([
      writesMemory('- before\n'),
      () => {
        stop.abort();
        return writesMemory('- after\n');
      },
    ]);
    const harness = new Harness(model);
    const { error, observations } = await harness.say('t', 'hi', { signal: stop.signal });
    expect(memoryRules.explain(error).kind).toBe('cancelled');
    expect(observations.map(({ phase }) => phase)).not.toContain('terminal');
    expect(await harness.memory()).toBe('- before\n');
  });
});
