import { describe, expect, it } from 'vitest';

import { Harness } from '../../testing/harness.ts';
import { asks, ScriptedModel, type Turn } from '../../testing/scripted-model.ts';

const read = (path: string, offset?: number) =>
  asks({ name: 'read_file', args: { file_path: path, ...(offset !== undefined && { offset }) } });

/** All of a file as the tool gives it, page by page, and the size of its largest page. */
async function readAll(text: string): Promise<{ pages: number; text: string; largest: number }> {
  const pages: string[] = [];
  const next: Turn = (messages) => {
    const page = messages.at(-1)?.text ?? '';
    pages.push(page);
    const offset = /next offset (\d+)/.exec(page)?.[1];
    return offset === undefined ? 'done' : read('/long.txt', Number(offset));
  };
  const writes = asks({ name: 'write_file', args: { file_path: '/long.txt', content: text } });
  const harness = new Harness(
    new ScriptedModel([writes, read('/long.txt'), ...Array.from({ length: 60 }, () => next)]),
  );
  expect((await harness.say('t', 'go')).error).toBeUndefined();
  const bodies = pages.map((page) => page.replace(/^@@ .* @@\n/, ''));
  const largest = Math.max(...pages.map((page) => Buffer.byteLength(page)));
  return { pages: pages.length, text: bodies.join('\n'), largest };
}

describe('a file read by tool', () => {
  it.each([
    [
      'many lines',
      Array.from({ length: 900 }, (_, at) => `line ${at} ${'é'.repeat(100)}`).join('\n'),
    ],
    ['few and long lines', Array.from({ length: 9 }, () => 'word '.repeat(590)).join('\n')],
  ])('of %s comes by pages of at most 16 kB, and whole', async (_, text) => {
    const read = await readAll(text);
    expect(read.pages).toBeGreaterThan(1);
    expect(read.largest).toBeLessThanOrEqual(16_384);
    expect(read.text).toBe(text);
  });

  it('and searched is answered by at most 16 kB, with a word on the rest', async () => {
    const text = 'a line that is found\n'.repeat(2_000);
    const harness = new Harness(
      new ScriptedModel([
        asks({ name: 'write_file', args: { file_path: '/long.txt', content: text } }),
        asks({ name: 'grep', args: { pattern: 'found', max_count: 2_000 } }),
        'done',
      ]),
    );
    await harness.say('t', 'go');
    const found = (await harness.messages('t')).at(-2)?.text ?? '';
    expect(Buffer.byteLength(found)).toBeLessThanOrEqual(16_384);
    expect(found).toMatch(/a line that is found\n\(\d+ more lines are left out/);
  });

  it('of one line comes in pieces cut between characters, and whole', async () => {
    const text = '😀'.repeat(20_000);
    const read = await readAll(text);
    expect(read.largest).toBeLessThanOrEqual(16_384);
    expect(read.text.replaceAll('\n', '')).toBe(text);
    expect(read.text.isWellFormed()).toBe(true);
  });
});
