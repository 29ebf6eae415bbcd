import { AIMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH, PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY } from '#contract/names';
import { ANNA, BEN } from '#graph/memory/testing/owners';

import { memoryRules } from './memory-rules.ts';
import { Harness } from '../../testing/harness.ts';
import { ScriptedModel, writesMemory } from '../../testing/scripted-model.ts';

describe('isolation and ownership', () => {
  it('keeps scopes apart', async () => {
    const model = new ScriptedModel([writesMemory('- of Anna\n'), 'ok', 'hello']);
    const harness = new Harness(model);
    await harness.say('a', 'go');
    const { observations } = await harness.say('b', 'hi', { scope: BEN });
    expect(observations.map(({ memory_contents }) => memory_contents)).toEqual([{}, {}, {}]);
    expect(model.systemPrompt(2)).not.toContain('of Anna');
  });

  const wrong: readonly [string, unknown][] = [
    ['nothing', null],
    ['an empty context', {}],
    ['an extra key', { memory_scope: ANNA, more: 1 }],
    ['upper case', { memory_scope: ANNA.toUpperCase() }],
    ['version 1', { memory_scope: '3f2b8a54-6c1e-1d8e-9a77-0123456789ab' }],
    ['a number', { memory_scope: 7 }],
  ];
  it.each(wrong)('refuses %s for a scope, before any model call', async (_, context) => {
    const model = new ScriptedModel(['never']);
    const harness = new Harness(model);
    const { error, observations } = await harness.say('t', 'hi', { context });
    expect(memoryRules.explain(error).kind).toBe('wrong-owner');
    expect(observations).toEqual([]);
    expect(model.prompts).toEqual([]);
    // The schema refuses before the first checkpoint: not even the message is kept.
    expect(await harness.messages('t')).toEqual([]);
  });

  it('refuses a run without any context', async () => {
    const model = new ScriptedModel(['never']);
    const harness = new Harness(model);
    const input = { messages: [{ role: 'user', content: 'hi' }] } as never;
    const run = harness.agent.invoke(input, { configurable: { thread_id: 't' } });
    await expect(run).rejects.toSatisfy(
      (error) => memoryRules.explain(error).kind === 'wrong-owner',
    );
    expect(model.prompts).toEqual([]);
  });

  it('refuses another scope on a bound thread', async () => {
    const model = new ScriptedModel(['hello', 'never']);
    const harness = new Harness(model);
    await harness.say('t', 'hi');
    const { error, observations } = await harness.say('t', 'hi', { scope: BEN });
    expect(memoryRules.explain(error)).toMatchObject({ kind: 'wrong-owner' });
    expect(observations).toEqual([]);
    expect(model.prompts).toHaveLength(1);
  });

  it('refuses to resume under another scope: nothing is written to either memory', async () => {
    const interruptOn = {
      write_file: { allowedDecisions: ['approve' as const, 'reject' as const] },
    };
    const harness = new Harness(new ScriptedModel([writesMemory('- approved\n'), 'done']), {
      interruptOn,
    });
    await harness.say('t', 'go');
    const approval = new Command({ resume: { decisions: [{ type: 'approve' }] } });
    const foreign = await harness.run('t', approval, { scope: BEN });
    expect(memoryRules.explain(foreign.error).kind).toBe('wrong-owner');
    expect([await harness.memory(ANNA), await harness.memory(BEN)]).toEqual([undefined, undefined]);
  });

  it('goes on with an approved write under its own scope', async () => {
    const interruptOn = {
      write_file: { allowedDecisions: ['approve' as const, 'reject' as const] },
    };
    const harness = new Harness(new ScriptedModel([writesMemory('- approved\n'), 'done']), {
      interruptOn,
    });
    const asked = await harness.say('t', 'go');
    expect(asked.observations.map(({ phase }) => phase)).toEqual(['initial', 'model']);
    const resumed = await harness.run(
      't',
      new Command({ resume: { decisions: [{ type: 'approve' }] } }),
    );
    expect(resumed.observations.map(({ phase }) => phase)).toEqual(['model', 'terminal']);
    expect(await harness.memory()).toBe('- approved\n');
  });

  it.each(['model_request', 'MemoryMiddleware.after_agent'])(
    'refuses to jump to %s in a thread that has no owner yet',
    async (node) => {
      const model = new ScriptedModel(['never']);
      const { error } = await new Harness(model).run('fresh', new Command({ goto: node }));
      expect(memoryRules.explain(error).kind).toBe('wrong-owner');
      expect(model.prompts).toEqual([]);
    },
  );

  it.each(['model_request', 'tools', 'MemoryMiddleware.after_agent'])(
    'refuses to jump to %s in a thread of another owner',
    async (node) => {
      const model = new ScriptedModel(['mine', 'never']);
      const harness = new Harness(model);
      await harness.plant('- of Ben\n', BEN);
      await harness.say('t', 'hi');
      const call = { id: 'c', name: 'read_file', args: { file_path: MEMORY_PATH } };
      const update = { messages: [new AIMessage({ content: '', tool_calls: [call] })] };
      const jump = new Command({ goto: node, update });
      const { error, observations } = await harness.run('t', jump, { scope: BEN });
      expect(memoryRules.explain(error).kind).toBe('wrong-owner');
      expect(observations).toEqual([]);
      expect(model.prompts).toHaveLength(1);
    },
  );
});

describe('private state', () => {
  const canary = '- canary-7f3a\n';

  it('is written at initial and terminal, and absent from outputs', async () => {
    const harness = new Harness(new ScriptedModel(['ok', 'ok']));
    await harness.plant(canary);
    const output: unknown = await harness.agent.invoke(
      { messages: [{ role: 'user', content: 'hi' }] } as never,
      harness.config('t'),
    );
    expect(JSON.stringify(output)).not.toContain('canary');
    expect(Object.keys(output as object)).not.toContain(PRIVATE_OWNER_KEY);
    const state = await harness.agent.getState({ configurable: { thread_id: 't' } });
    expect(state.values).toMatchObject({
      [PRIVATE_OWNER_KEY]: ANNA,
      [PRIVATE_CONTENTS_KEY]: { [MEMORY_PATH]: canary },
    });
  });

  it('is not taken from input', async () => {
    const model = new ScriptedModel(['ok']);
    const harness = new Harness(model);
    const forged = { [PRIVATE_OWNER_KEY]: BEN, [PRIVATE_CONTENTS_KEY]: { [MEMORY_PATH]: canary } };
    const { error } = await harness.run('t', {
      messages: [{ role: 'user', content: 'hi' }],
      ...forged,
    });
    expect(error).toBeUndefined();
    expect(model.systemPrompt(0)).not.toContain('canary');
    const state = await harness.agent.getState({ configurable: { thread_id: 't' } });
    expect(state.values).toMatchObject({ [PRIVATE_OWNER_KEY]: ANNA, [PRIVATE_CONTENTS_KEY]: {} });
  });

  it('does not write the messages of the thread again', async () => {
    const harness = new Harness(new ScriptedModel(['ok']));
    const stream = await harness.agent.stream(
      { messages: [{ role: 'user', content: 'hi' }] } as never,
      { ...harness.config('t'), streamMode: 'updates' },
    );
    const hooks: unknown[] = [];
    for await (const update of stream)
      for (const [node, written] of Object.entries(
        update as Record<string, { messages?: unknown }>,
      ))
        if (node.startsWith('MemoryMiddleware')) hooks.push(written.messages);
    expect(hooks).toEqual([[], []]);
  });
});
