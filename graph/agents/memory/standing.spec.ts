import { describe, expect, it } from 'vitest';

import { MAX_STANDING, STANDING_KEY, STANDING_TOOL } from '#contract/standing';

import { DemoModel } from '../../demo/demo-model.ts';
import { loadPrompt } from '../../prompts.ts';
import { standingPrompt } from './standing.ts';
import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel, type Turn } from '../../testing/scripted-model.ts';

const METRIC = 'Always metric units';
const BRIEF = 'Answer in one sentence';

const keeps = (...instructions: string[]) =>
  asks(
    ...instructions.map((instruction) => ({
      name: STANDING_TOOL,
      args: { action: 'add', instruction },
    })),
  );
const drops = (instruction: string) =>
  asks({ name: STANDING_TOOL, args: { action: 'remove', instruction } });

function harnessOf(turns: readonly Turn[], profile?: { maxInputTokens: number }) {
  const model = new ScriptedModel(turns, profile);
  return { model, harness: new Harness(model) };
}

async function listOf(harness: Harness, thread = 't'): Promise<unknown> {
  const state = await harness.agent.getState({ configurable: { thread_id: thread } });
  return (state.values as Record<string, unknown>)[STANDING_KEY];
}

const given = (text: string, list: readonly string[]) => ({
  messages: [{ role: 'human', content: text }],
  [STANDING_KEY]: list,
});

describe('standing instructions', () => {
  it('given once are in every later model call of that conversation, and of no other', async () => {
    const { model, harness } = harnessOf([keeps(METRIC), 'Kept.', 'a', 'b']);
    await harness.say('t', `${METRIC} here`);
    await harness.say('t', 'and now?');
    await harness.say('other', 'hi');
    const has = [0, 1, 2, 3].map((call) => model.systemPrompt(call).includes(METRIC));
    expect(has).toEqual([false, true, true, false]);
    expect(await listOf(harness)).toEqual([METRIC]);
    expect(await listOf(harness, 'other')).toEqual([]);
  });

  it('stand between the guidelines and the memory', async () => {
    const { model, harness } = harnessOf(['ok']);
    await harness.plant('- a note\n');
    await harness.run('t', given('hi', [METRIC, BRIEF]));
    const prompt = model.systemPrompt(0);
    const places = [
      loadPrompt('agent'),
      loadPrompt('memory'),
      standingPrompt([METRIC, BRIEF]),
      '- a note',
    ].map((part) => prompt.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(prompt.indexOf(METRIC)).toBeLessThan(prompt.indexOf(BRIEF));
  });

  it('leave no trace in the prompt when there are none (any more)', async () => {
    const { model, harness } = harnessOf([
      'a',
      keeps(METRIC),
      drops(METRIC.toUpperCase()),
      'b',
      'c',
    ]);
    await harness.say('t', 'hi');
    await harness.say('t', 'keep and drop');
    await harness.say('t', 'again');
    expect(model.systemPrompt(4)).toBe(model.systemPrompt(0));
    expect(model.systemPrompt(0)).not.toContain('Standing');
    expect(await listOf(harness)).toEqual([]);
  });

  it('hold with memory off too', async () => {
    const { model, harness } = harnessOf(['ok']);
    await harness.run('t', given('hi', [METRIC]), { mode: 'off' });
    expect(model.systemPrompt(0)).toContain(standingPrompt([METRIC]));
  });

  it('are in the calls of subagents, which do not change the list', async () => {
    const task = { description: 'x', subagent_type: 'general-purpose' };
    const both = asks(
      { name: 'task', args: task },
      { name: STANDING_TOOL, args: { action: 'add', instruction: BRIEF } },
    );
    const { model, harness } = harnessOf([both, 'sub', 'done']);
    const { error } = await harness.run('t', given('hi', [METRIC]));
    expect(error).toBeUndefined();
    expect(model.systemPrompt(1)).toContain(loadPrompt('subagent'));
    expect(model.systemPrompt(1)).toContain(METRIC);
    expect(await listOf(harness)).toEqual([METRIC, BRIEF]);
  });

  it('keep their order without doubles, two given at once too', async () => {
    const { model, harness } = harnessOf([
      keeps(METRIC, BRIEF, ` ${METRIC.toLowerCase()}\n`),
      'ok',
    ]);
    await harness.say('t', 'go');
    expect(await listOf(harness)).toEqual([METRIC, BRIEF]);
    expect(model.prompts).toHaveLength(2);
  });

  it('are removed whatever their final punctuation, and the result says what is left', async () => {
    const { harness } = harnessOf([drops(`${METRIC.toLowerCase()}.`), drops(BRIEF), 'ok']);
    await harness.run('t', given('go', [METRIC, `${BRIEF}!`]));
    const said = (await harness.messages('t')).filter(({ type }) => type === 'tool');
    expect(said.map(({ text }) => text)).toEqual([
      `Removed. These are left:\n- ${BRIEF}!`,
      'Removed. None is left.',
    ]);
    expect(await listOf(harness)).toEqual([]);
  });

  it('are refused beyond their bounds with a sentence, and the list stays', async () => {
    const full = Array.from({ length: MAX_STANDING }, (_, index) => `Rule ${index}`);
    const { harness } = harnessOf([keeps('One more'), keeps('x'.repeat(501)), drops('none'), 'ok']);
    expect((await harness.run('t', given('go', full))).error).toBeUndefined();
    const said = (await harness.messages('t')).filter(({ type }) => type === 'tool');
    expect(said.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Error: .*at most 20/) as string,
      expect.stringMatching(/^Error: .*at most/) as string,
      expect.stringMatching(/^Error: That is none of .*, which are:\n- Rule 0\n/) as string,
    ]);
    expect(await listOf(harness)).toEqual(full);
  });

  it.each([
    ['Always metric units here.', 'Always metric units'],
    ['In this conversation, always answer in one sentence.', 'Always answer in one sentence'],
    ['Please use German in this chat', 'Use German'],
  ])('are understood by the demo model, and kept out of memory: %s', async (text, kept) => {
    const harness = new Harness(new DemoModel());
    for (const mode of ['automatic', 'off'] as const) {
      await harness.say(mode, text, { mode });
      expect(await listOf(harness, mode)).toEqual([kept]);
      expect(await harness.lastWords(mode)).toContain('Kept for this conversation');
    }
    expect(await harness.memory()).toBeUndefined();
  });

  it('are no questions, and no lasting preferences', async () => {
    const harness = new Harness(new DemoModel());
    await harness.say('t', 'Should I always use metric units here?');
    await harness.say('t', 'Always brief me in bullet points.');
    expect(await listOf(harness)).toEqual([]);
    expect(await harness.memory()).toContain('Always brief me in bullet points');
  });

  it('survive that the conversation is summarized, and go with a branch', async () => {
    const long = 'word '.repeat(3000);
    const turns = [keeps(METRIC), ...Array.from({ length: 30 }, () => 'fine')];
    const { model, harness } = harnessOf(turns, { maxInputTokens: 16_000 });
    await harness.say('t', 'go');
    for (let turn = 0; turn < 6; turn += 1) await harness.say('t', long);
    const summarized = model.prompts.filter((prompt) => prompt[0]?.type !== 'system');
    expect(summarized.length).toBeGreaterThan(0);
    expect(model.prompts.at(-1)?.length).toBeLessThan((await harness.messages('t')).length);
    expect(model.systemPrompt(-1)).toContain(METRIC);
  });
});
