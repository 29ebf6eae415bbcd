import { ToolMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';
import { readFence } from '#graph/memory/fence';
import { ANNA, BEN } from '#graph/memory/testing/owners';

import { memoryRules } from './memory-rules.ts';
import { Harness } from '../../testing/harness.ts';
import { asks, editsMemory, ScriptedModel, writesMemory } from '../../testing/scripted-model.ts';

describe('many hands', () => {
  it('keeps every one of several parallel edits', async () => {
    const model = new ScriptedModel([
      writesMemory('- base\n'),
      editsMemory(...['a', 'b', 'c'].map((name) => ['- base\n', `- base\n- ${name}\n`] as const)),
      'done',
    ]);
    const harness = new Harness(model);
    await harness.say('t', 'go');
    expect((await harness.memory())?.split('\n').sort()).toEqual([
      '',
      '- a',
      '- b',
      '- base',
      '- c',
    ]);
  });

  it('lets one of two whole-file writes of one message win, and tells the other', async () => {
    const whole = (text: string) => ({
      name: 'write_file',
      args: { file_path: MEMORY_PATH, content: text },
    });
    const harness = new Harness(new ScriptedModel([asks(whole('- a\n'), whole('- b\n')), 'done']));
    await harness.say('t', 'go');
    const results = (await harness.messages('t')).filter((message) =>
      ToolMessage.isInstance(message),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['error', undefined]);
    expect(results.find(({ status }) => status === 'error')?.text).toMatch(
      /Another call of this same message .* has changed that place already/,
    );
  });

  it('records a subagent as the author, shows it the memory, and tells its observations apart', async () => {
    const model = new ScriptedModel([
      asks({ name: 'task', args: { description: 'note it', subagent_type: 'general-purpose' } }),
      writesMemory('- by a subagent\n'),
      'noted',
      'done',
    ]);
    const harness = new Harness(model);
    const { observations, places, error } = await harness.say('t', 'go', { runId: 'run-1' });
    expect(error).toBeUndefined();
    expect(observations.map(({ phase }) => phase)).toEqual([
      'initial',
      'model',
      'model',
      'model',
      'model',
      'terminal',
    ]);
    expect(places.map((place) => place.startsWith('tools:'))).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(readFence(model.systemPrompt(2))).toBe('- by a subagent\n');
    const { value } = (await harness.store.get(
      ['cockpit', 'deep-agents-memory', 'browser-v1', ANNA, 'revisions'],
      '000000000001',
    )) ?? { value: {} };
    expect(value).toMatchObject({ author: { kind: 'subagent', thread_id: 't', run_id: 'run-1' } });
  });

  it('refuses a subagent under a foreign scope like anyone else', async () => {
    const task = asks({
      name: 'task',
      args: { description: 'x', subagent_type: 'general-purpose' },
    });
    const interruptOn = { task: { allowedDecisions: ['approve' as const] } };
    const model = new ScriptedModel([task, writesMemory('- foreign\n'), 'never']);
    const harness = new Harness(model, { interruptOn });
    await harness.say('t', 'go');
    const approval = new Command({ resume: { decisions: [{ type: 'approve' }] } });
    expect(memoryRules.explain((await harness.run('t', approval, { scope: BEN })).error).kind).toBe(
      'wrong-owner',
    );
    expect(await harness.memory(BEN)).toBeUndefined();
    expect(model.prompts).toHaveLength(1);
  });
});
