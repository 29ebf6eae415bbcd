import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { loadPrompt } from '../../prompts.ts';
import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel } from '../../testing/scripted-model.ts';

const TASK = asks({ name: 'task', args: { description: 'x', subagent_type: 'general-purpose' } });

describe('the prompt of a model call', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T23:30:00Z') });
  });
  afterEach(() => vi.useRealTimers());

  async function promptAt(timeZone?: string): Promise<string> {
    const model = new ScriptedModel(['ok']);
    const harness = new Harness(model);
    await harness.plant('- a note\n');
    const { error } = await harness.say('t', 'hi', timeZone === undefined ? {} : { timeZone });
    expect(error).toBeUndefined();
    return model.systemPrompt(0);
  }

  it.each([
    ['Europe/Brussels', 'Today is Tuesday, 1 December 2026 (time zone Europe/Brussels).'],
    ['America/Denver', 'Today is Monday, 30 November 2026 (time zone America/Denver).'],
    [undefined, 'Today is Monday, 30 November 2026 (time zone UTC).'],
    ['Mars/Olympus', 'Today is Monday, 30 November 2026 (time zone UTC).'],
  ])('says which day it is in %s, just before the memory', async (zone, sentence) => {
    const prompt = await promptAt(zone);
    expect(prompt.indexOf(sentence)).toBeGreaterThan(prompt.indexOf(loadPrompt('memory')));
    expect(prompt.slice(prompt.indexOf(sentence))).toMatch(
      /^Today is .*\n\nNotes from earlier conversations, exactly as/,
    );
  });

  it('is the same all day, so that it can be cached', async () => {
    const before = await promptAt();
    vi.setSystemTime(new Date('2026-11-30T00:10:00Z'));
    expect(await promptAt()).toBe(before);
  });
});

describe('what a model is told', () => {
  it.each([
    ['off', 'memory-off'],
    ['temporary', 'memory-temporary'],
  ] as const)(
    'says of memory that is %s that nothing is kept, and what can be done',
    async (mode, name) => {
      const model = new ScriptedModel([TASK, 'sub', 'ok']);
      await new Harness(model).say('t', 'hi', { mode });
      for (const call of [0, 1]) {
        expect(model.systemPrompt(call)).toContain(loadPrompt(name));
        expect(model.systemPrompt(call)).not.toContain('AGENTS.md');
      }
      expect(loadPrompt(name)).toMatch(/they can turn memory on/);
    },
  );

  it('is short for a subagent, and its own', async () => {
    const model = new ScriptedModel([TASK, 'sub', 'ok']);
    await new Harness(model).say('t', 'hi');
    const prompt = model.systemPrompt(1);
    expect(prompt).toContain(loadPrompt('subagent'));
    expect(prompt).toContain(loadPrompt('subagent-memory'));
    expect(prompt).not.toContain(loadPrompt('memory'));
    expect(prompt.length).toBeLessThan(model.systemPrompt(0).length / 2);
  });

  it('promises no tool and no step that is not there', async () => {
    const model = new ScriptedModel(['ok']);
    await new Harness(model).say('t', 'hi');
    const tools = JSON.stringify(model.sentTools);
    expect(tools).not.toMatch(/execute|shell|must read|all tools|ALWAYS|\bgrep -r|sandbox/);
    expect(model.systemPrompt(0)).not.toMatch(/execute|Important To-Do/);
    for (const name of ['task', 'write_todos', 'read_file'] as const)
      expect(tools).toContain(JSON.stringify(loadPrompt(`tools/${name}`)));
  });
});
