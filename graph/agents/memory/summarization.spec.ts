import { expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import { Harness } from '../../testing/harness.ts';
import { ScriptedModel, writesMemory } from '../../testing/scripted-model.ts';

const LINE = '- the only line';

it('observes every call of the agent in a turn that summarizes, and gives the summarizer no memory', async () => {
  const answers = [writesMemory(`${LINE}\n`), ...Array.from({ length: 40 }, () => 'fine')];
  const model = new ScriptedModel(answers, { maxInputTokens: 16_000 });
  const harness = new Harness(model);
  await harness.say('t', 'remember it');

  const isSummary = (prompt: readonly { type: string }[]) => prompt[0]?.type !== 'system';
  let summaries = 0;
  for (let turn = 0; turn < 6; turn += 1) {
    const before = model.prompts.length;
    const { observations, error } = await harness.say('t', 'word '.repeat(3000));
    expect(error).toBeUndefined();
    const calls = model.prompts.slice(before);
    const agentCalls = calls.filter((prompt) => !isSummary(prompt));
    summaries += calls.length - agentCalls.length;
    expect(observations.map(({ phase }) => phase)).toEqual([
      'initial',
      ...agentCalls.map(() => 'model'),
      'terminal',
    ]);
    for (const { memory_contents } of observations)
      expect(memory_contents).toEqual({ [MEMORY_PATH]: `${LINE}\n` });
    for (const prompt of agentCalls) expect(prompt[0]?.text).toContain(LINE);
    for (const prompt of calls.filter(isSummary))
      expect(prompt.map(({ text }) => text).join('\n')).not.toContain('<memory-');
  }
  expect(summaries).toBeGreaterThan(0);
});
