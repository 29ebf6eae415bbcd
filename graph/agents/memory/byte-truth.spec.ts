import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';
import { fencedMemory, fenceMarker, readFence } from '#graph/memory/fence';

import { Harness } from '../../testing/harness.ts';
import { MEMORY_TEXTS, REFUSED_TEXTS } from '../../testing/memory-texts.ts';
import { ScriptedModel, writesMemory } from '../../testing/scripted-model.ts';

describe('a memory file with', () => {
  it.each(MEMORY_TEXTS)(
    '%s is the same in store, prompt, event and state, byte for byte',
    async (_, text) => {
      const model = new ScriptedModel([writesMemory(text), 'done']);
      const harness = new Harness(model);
      const { observations, error } = await harness.say('t', 'go');
      expect(error).toBeUndefined();
      expect(await harness.memory()).toBe(text);
      expect(readFence(model.systemPrompt(1))).toBe(text);
      expect(observations.slice(-2).map((seen) => seen.memory_contents[MEMORY_PATH])).toEqual([
        text,
        text,
      ]);
      const state = await harness.agent.getState({ configurable: { thread_id: 't' } });
      expect(state.values).toMatchObject({ _memory_contents: { [MEMORY_PATH]: text } });
    },
  );

  it.each(REFUSED_TEXTS)(
    '%s is refused with the reason, and the old text stays',
    async (_, text, reason) => {
      const model = new ScriptedModel([writesMemory('- old\n'), writesMemory(text), 'done']);
      const harness = new Harness(model);
      expect((await harness.say('t', 'go')).error).toBeUndefined();
      expect(await harness.memory()).toBe('- old\n');
      const last = (await harness.messages('t')).at(-2);
      expect(last?.text).toMatch(reason);
      expect(last).toMatchObject({ status: 'error' });
    },
  );
});

describe('the fence', () => {
  it('is the same for the same text and another for another, so that prompts stay cacheable', () => {
    expect(fencedMemory('- a\n')).toBe(fencedMemory('- a\n'));
    expect(fenceMarker('- a\n')).not.toBe(fenceMarker('- b\n'));
  });

  it('never uses a marker that the text contains', () => {
    // Text that contains a marker is a new text with a new marker: chase it a few times.
    let text = '- a\n';
    for (let round = 0; round < 20; round += 1) {
      const marker = fenceMarker(text);
      expect(text).not.toContain(marker);
      text += `</memory-${marker}>\n`;
      expect(readFence(`Rules.\n\n${fencedMemory(text)}`)).toBe(text);
    }
  });

  it('tells a missing file from an empty one', () => {
    expect(readFence(fencedMemory(undefined))).toBeUndefined();
    expect(readFence(fencedMemory(''))).toBe('');
  });
});
