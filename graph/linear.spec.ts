import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { partsOf } from '#contract/attachments';
import { parseTurnLink, RECALL_TOOL } from '#contract/recall';
import { tidyStanding } from '#contract/standing';
import { fencedMemory } from '#graph/memory/fence';
import { findSecret } from '#graph/memory/secrets';
import { isInMemoryFolder } from '#graph/memory/path';

import { plan } from './demo/plan.ts';
import { sentences } from './demo/words.ts';
import { readResult } from './agents/memory/recall/result-text.ts';
import { growthOf, MOST_GROWTH } from './testing/growth.ts';
import { hostileText, writeHostile, type HostileText } from './testing/hostile-text.ts';

/** Characters of the shorter text: a quadratic pattern takes a second for it. */
const SIZE = 16_000;

const textOf = (text: HostileText) => (size: number) => writeHostile(text, size);

const SYSTEM = {
  role: 'system',
  text: `You are kind.\n\n${fencedMemory('- a\n- I fly a PC-12\n')}`,
} as const;
const TOOLS = ['edit_file', 'write_file', 'standing_instruction', RECALL_TOOL];

/** Everything in the graph that reads a text of any length. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the secret finder': findSecret,
  'the demo model': (text) => plan([SYSTEM, { role: 'person', text }], TOOLS),
  'sentences of a message': sentences,
  'a message in parts': (text) =>
    partsOf([
      { type: 'text', text: 'x' },
      { type: 'text', text },
    ]),
  'an image in a message': (url) => partsOf([{ type: 'image_url', image_url: { url } }]),
  'standing instructions': (text) => tidyStanding([text]),
  'a path': isInMemoryFolder,
  'a link to a turn': parseTurnLink,
  'what a search has found': (text) => readResult(`x\n<said-ab>\n${text}\n</said-ab>`),
};

describe('twice the text takes about twice the processor time for', () => {
  it.each(Object.entries(READERS))('%s', { timeout: 300_000 }, async (_, read) => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        expect(await growthOf(read, textOf(text), SIZE)).toBeLessThanOrEqual(MOST_GROWTH);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  it.each([
    ['a pair of words and many spaces', 'change ', ' ', 'x'],
    ['a name and many spaces', 'token for a', ' ', 'x'],
    ['many full stops', '', '.', 'x'],
    ['many signed tokens', '', 'eyJ-', ''],
    ['many schemes', '', 'a.', '://b'],
  ])('%s', { timeout: 60_000 }, async (_, beginning, piece, end) => {
    const text = textOf({ beginning, pieces: [piece], end });
    for (const read of Object.values(READERS))
      expect(await growthOf(read, text, SIZE)).toBeLessThanOrEqual(MOST_GROWTH);
  });

  it('a memory of many lines, whatever is done to all of them', { timeout: 120_000 }, async () => {
    const spoken = (text: string) => (lines: number) => ({
      text,
      memory: fencedMemory('- I like a b c\n'.repeat(lines)),
    });
    for (const text of ['forget like', 'change like to love', 'what do you know about likes?'])
      expect(
        await growthOf(
          (asked) =>
            plan(
              [
                { role: 'system', text: asked.memory },
                { role: 'person', text: asked.text },
              ],
              TOOLS,
            ),
          spoken(text),
          1500,
        ),
      ).toBeLessThanOrEqual(MOST_GROWTH);
  });
});
