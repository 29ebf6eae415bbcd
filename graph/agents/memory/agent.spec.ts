import { ToolMessage } from '@langchain/core/messages';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import { DemoModel } from '../../demo/demo-model.ts';
import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel } from '../../testing/scripted-model.ts';

describe('the agent', () => {
  it('teaches in one conversation and recalls in another', async () => {
    const harness = new Harness(new DemoModel());
    const taught = await harness.say('one', 'Please remember that I fly a PC-12 out of KBZN.');
    expect(taught.error).toBeUndefined();
    expect(await harness.memory()).toBe('- I fly a PC-12 out of KBZN\n');
    expect(await harness.lastWords('one')).toBe('Noted:\n- I fly a PC-12 out of KBZN');
    await harness.say('two', 'Which aircraft do I fly?');
    expect(await harness.lastWords('two')).toBe('From memory:\n- I fly a PC-12 out of KBZN');
  });

  it('corrects and forgets, and says so only when it is true', async () => {
    const harness = new Harness(new DemoModel());
    await harness.say('t', 'My base is KBZN. I prefer short briefings.');
    expect(await harness.memory()).toBe('- My base is KBZN\n- I prefer short briefings\n');
    await harness.say('t', 'Actually my base is KSUN.');
    expect(await harness.memory()).toBe('- my base is KSUN\n- I prefer short briefings\n');
    await harness.say('t', 'Forget my base.');
    expect(await harness.memory()).toBe('- I prefer short briefings\n');
    await harness.say('t', 'What do you know about me?');
    expect(await harness.lastWords('t')).toBe(
      'This is what I remember:\n- I prefer short briefings',
    );
    await harness.say('t', 'Forget everything');
    expect([await harness.memory(), await harness.lastWords('t')]).toEqual([
      '',
      'Forgotten: everything.',
    ]);
  });

  it('offers files, todos and a subagent, but neither a shell nor deleting', async () => {
    const model = new ScriptedModel(['hello']);
    await new Harness(model).say('t', 'hi');
    expect([...model.toolNames].sort()).toEqual(
      [
        'edit_file',
        'glob',
        'grep',
        'ls',
        'read_file',
        'standing_instruction',
        'task',
        'write_file',
        'write_todos',
      ].sort(),
    );
  });

  it('keeps the todo list, and refuses two lists at once', async () => {
    const todos = [{ content: 'brief', status: 'pending' }];
    const model = new ScriptedModel([
      asks({ name: 'write_todos', args: { todos } }),
      asks({ name: 'write_todos', args: { todos: [] } }, { name: 'write_todos', args: { todos } }),
      'done',
    ]);
    const harness = new Harness(model);
    expect((await harness.say('t', 'plan it')).error).toBeUndefined();
    const state = await harness.agent.getState({ configurable: { thread_id: 't' } });
    expect(state.values).toMatchObject({ todos });
    const results = (await harness.messages('t')).filter((message) =>
      ToolMessage.isInstance(message),
    );
    expect(results.map(({ status }) => status)).toEqual([undefined, 'error', 'error']);
  });

  it('ends a run that goes on for ever', async () => {
    const list = { name: 'ls', args: { path: '/' } };
    const model = new ScriptedModel(Array.from({ length: 150 }, () => () => asks(list)));
    const { error } = await new Harness(model).say('t', 'go');
    expect(String(error)).toMatch(/Recursion limit of 200/);
  });

  it('answers tool names that do not exist instead of failing', async () => {
    const model = new ScriptedModel([
      asks({ name: 'execute', args: { command: 'ls' } }),
      'no shell',
    ]);
    const harness = new Harness(model);
    expect((await harness.say('t', 'run ls')).error).toBeUndefined();
    expect(await harness.lastWords('t')).toBe('no shell');
    expect(model.systemPrompt(-1).endsWith(`There is no memory file yet (${MEMORY_PATH}).`)).toBe(
      true,
    );
  });
});
