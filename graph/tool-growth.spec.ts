import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';

import { growthAboveFixed, MOST_GROWTH } from './testing/growth.ts';
import { hostileText, writeHostile } from './testing/hostile-text.ts';
import { Harness } from './testing/harness.ts';
import { asks, ScriptedModel } from './testing/scripted-model.ts';

type Args = Readonly<Record<string, unknown>>;

/** UTF-16 units of the shorter argument; twice that is still taken by the memory file. */
const SIZE = 16_000;
/** As often as a list holds an entry for each of that many units of the text. */
const UNITS_AN_ENTRY = 400;

const NOTES = '/notes.md';

/** Arguments of any length for each tool, by what a text can be in them. */
const CALLS: Readonly<Record<string, readonly ((text: string) => Args)[]>> = {
  ls: [(path) => ({ path: `/${path}` })],
  read_file: [(path) => ({ file_path: `/${path}` })],
  write_file: [
    (content) => ({ file_path: NOTES, content }),
    (content) => ({ file_path: MEMORY_PATH, content }),
    (path) => ({ file_path: `/${path}`, content: 'a' }),
  ],
  edit_file: [
    (text) => ({ file_path: MEMORY_PATH, old_string: '- a', new_string: text }),
    (text) => ({ file_path: MEMORY_PATH, old_string: text, new_string: 'b' }),
    (text) => ({ file_path: NOTES, old_string: text, new_string: 'b' }),
    (path) => ({ file_path: `/${path}`, old_string: 'a', new_string: 'b' }),
  ],
  glob: [(pattern) => ({ pattern }), (path) => ({ pattern: '**/*.md', path: `/${path}` })],
  grep: [(pattern) => ({ pattern }), (glob) => ({ pattern: 'a', glob })],
  write_todos: [
    (content) => ({ todos: [{ content, status: 'pending' }] }),
    (text) => ({
      todos: Array.from({ length: Math.ceil(text.length / UNITS_AN_ENTRY) }, (_, at) => ({
        content: text.slice(at * UNITS_AN_ENTRY, (at + 1) * UNITS_AN_ENTRY),
        status: 'pending',
      })),
    }),
  ],
  task: [
    (subagent_type) => ({ description: 'Go.', subagent_type }),
    (description) => ({ description, subagent_type: 'general-purpose' }),
  ],
  standing_instruction: [
    (text) => ({ action: 'add', instruction: text }),
    (text) => ({ action: 'remove', instruction: text }),
  ],
};

/** A whole turn in which the model calls the tool once; what the call comes to is its own affair. */
async function turn(name: string, args: Args): Promise<void> {
  const model = new ScriptedModel([asks({ name, args: { ...args } }), 'done', 'done']);
  const anna = new Harness(model);
  await anna.say('t', 'Go on.');
}

describe('twice the argument takes about twice the processor time of', () => {
  it('no tool that is left out here', async () => {
    const model = new ScriptedModel(['done']);
    await new Harness(model).say('t', 'hi');
    expect([...model.toolNames].toSorted()).toEqual(Object.keys(CALLS).toSorted());
  });

  it.each(Object.entries(CALLS))('%s', { timeout: 300_000 }, async (name, shapes) => {
    for (const argsOf of shapes)
      await fc.assert(
        fc.asyncProperty(hostileText, async (text) => {
          const args = (size: number) => argsOf(writeHostile(text, size));
          expect(
            await growthAboveFixed((sent: Args) => turn(name, sent), args, SIZE),
          ).toBeLessThanOrEqual(MOST_GROWTH);
        }),
        { numRuns: 2, endOnFailure: true },
      );
  });
});
