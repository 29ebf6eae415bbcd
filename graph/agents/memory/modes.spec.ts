import { MemorySaver } from '@langchain/langgraph';
import { InMemoryStore } from '@langchain/langgraph-checkpoint';
import { createDeepAgent, createFilesystemMiddleware, StateBackend } from 'deepagents';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH, PRIVATE_CONTENTS_KEY, PRIVATE_OWNER_KEY } from '#contract/names';
import { ANNA, BEN } from '#graph/memory/testing/owners';

import { FILE_TOOLS } from './agent.ts';
import { DemoModel } from '../../demo/demo-model.ts';
import { loadPrompt } from '../../prompts.ts';
import { standingInstructions } from './standing.ts';
import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel, type Turn } from '../../testing/scripted-model.ts';
import { todoList } from './todos.ts';

const SECRET = '- canary of the memory\n';

/** A store that must not be touched. */
class ForbiddenStore extends InMemoryStore {
  override batch(): never {
    throw new Error('The store was touched.');
  }
}

/** The agent as it would be had no one thought of memory. */
async function promptWithoutMemory(): Promise<string> {
  const model = new ScriptedModel(['hello']);
  const files = createFilesystemMiddleware({ backend: new StateBackend(), tools: [...FILE_TOOLS] });
  const agent = createDeepAgent({
    model,
    checkpointer: new MemorySaver(),
    systemPrompt: loadPrompt('agent'),
    middleware: [files, todoList(), standingInstructions()],
  });
  const messages = [{ role: 'human', content: 'hi' }];
  await agent.invoke({ messages }, { configurable: { thread_id: 't' } });
  return model.systemPrompt(0);
}

const at = (name: string, args: Record<string, unknown>) => asks({ name, args });

describe.each(['off', 'temporary'] as const)('a conversation with memory %s', (mode) => {
  const harnessOf = (turns: readonly Turn[]) =>
    new Harness(new ScriptedModel(turns), { store: new ForbiddenStore() });

  it('has the prompt of an agent without memory, beside saying so and the day, and no observation', async () => {
    const model = new ScriptedModel(['hello']);
    const harness = new Harness(model, { store: new ForbiddenStore() });
    const { observations, error } = await harness.say('t', 'hi', { mode });
    expect([error, observations]).toEqual([undefined, []]);
    const [without, off, today, ...more] = model
      .systemPrompt(0)
      .split(/(?=\n\n# Memory|\n\nToday)/);
    expect(without).toBe(await promptWithoutMemory());
    expect(off?.trim()).toBe(loadPrompt(mode === 'off' ? 'memory-off' : 'memory-temporary'));
    expect(today).toMatch(/^\n\nToday is [^\n]+$/);
    expect(more).toEqual([]);
    const [answer] = (await harness.messages('t')).slice(-1);
    expect(answer?.response_metadata).not.toHaveProperty('memory_read');
  });

  it('is bound to its owner all the same', async () => {
    const harness = harnessOf(['hello', 'never']);
    await harness.say('t', 'hi', { mode });
    const state = await harness.agent.getState({ configurable: { thread_id: 't' } });
    expect(state.values).toMatchObject({ [PRIVATE_OWNER_KEY]: ANNA });
    const { [PRIVATE_CONTENTS_KEY]: contents } = state.values as Record<string, unknown>;
    expect(contents).toBeUndefined();
    expect((await harness.say('t', 'hi', { mode, scope: BEN })).error).toBeDefined();
  });

  it.each([
    ['write_file', { file_path: MEMORY_PATH, content: SECRET }],
    ['edit_file', { file_path: MEMORY_PATH, old_string: '', new_string: SECRET }],
    ['write_file', { file_path: '/memories//AGENTS.md', content: SECRET }],
    ['write_file', { file_path: '/x/../memories/AGENTS.md', content: SECRET }],
    ['read_file', { file_path: MEMORY_PATH }],
    ['ls', { path: '/memories/' }],
    ['glob', { pattern: '**', path: '/memories' }],
    ['grep', { pattern: 'canary', path: '/memories/' }],
  ])('refuses %s of the memory with a plain sentence: %j', async (name, args) => {
    const harness = harnessOf([at(name, args), 'done']);
    const { error } = await harness.say('t', 'go', { mode });
    expect(error).toBeUndefined();
    const result = (await harness.messages('t')).at(-2);
    expect(result?.text).toContain('memory is off in this conversation');
    expect(result).toHaveProperty('status', 'error');
  });

  it('does not come upon it by listing or searching everything', async () => {
    const turns = [at('grep', { pattern: 'canary' }), at('glob', { pattern: '**/*' }), 'done'];
    const harness = harnessOf(turns);
    expect((await harness.say('t', 'go', { mode })).error).toBeUndefined();
    const said = (await harness.messages('t')).map(({ text }) => text).join('\n');
    expect(said).not.toContain('AGENTS.md');
  });

  it('holds for subagents', async () => {
    const task = { description: 'x', subagent_type: 'general-purpose' };
    const model = new ScriptedModel([
      at('task', task),
      at('write_file', { file_path: MEMORY_PATH, content: SECRET }),
      (messages) => messages.at(-1)?.text ?? '',
      'done',
    ]);
    const harness = new Harness(model, { store: new ForbiddenStore() });
    const { error, observations } = await harness.say('t', 'go', { mode });
    expect([error, observations]).toEqual([undefined, []]);
    expect((await harness.messages('t')).at(-2)?.text).toContain('memory is off');
    expect(model.systemPrompt(1)).not.toContain(MEMORY_PATH);
  });
});

describe('the mode', () => {
  it('is the run’s own: the same thread reads again once memory is on', async () => {
    const model = new ScriptedModel(['one', 'two', 'three']);
    const harness = new Harness(model);
    await harness.plant(SECRET);
    expect((await harness.say('t', 'a')).observations).toHaveLength(3);
    expect((await harness.say('t', 'b', { mode: 'off' })).observations).toEqual([]);
    expect((await harness.say('t', 'c', { mode: 'automatic' })).observations).toHaveLength(3);
    expect([0, 1, 2].map((call) => model.systemPrompt(call).includes(SECRET))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('must be a known one, or the run does not begin', async () => {
    const model = new ScriptedModel([]);
    const { error } = await new Harness(model).say('t', 'a', { mode: 'of' as never });
    expect(error).toBeDefined();
    expect(model.prompts).toEqual([]);
  });

  it('is what the demo model is honest about', async () => {
    const harness = new Harness(new DemoModel());
    await harness.plant(SECRET);
    for (const text of ['What do you know about me?', 'Please remember that I fly a PC-12.']) {
      await harness.say('t', text, { mode: 'off' });
      expect(await harness.lastWords('t')).toMatch(/^Memory is off in this conversation/);
    }
    expect(await harness.memory()).toBe(SECRET);
  });
});
