import { ToolMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';

import { MEMORY_PATH } from '#contract/names';
import { createGate } from '#graph/memory/gate';
import { ANNA } from '#graph/memory/testing/owners';

import { Harness, type TurnOptions } from '../../testing/harness.ts';
import {
  asks,
  editsMemory,
  ScriptedModel,
  writesMemory,
  type Turn,
} from '../../testing/scripted-model.ts';

const READ = asks({ name: 'read_file', args: { file_path: MEMORY_PATH } });
const SEED = '- a\n- b\n';

/** One conversation of an agent, beside which somebody else writes. */
class Talk {
  readonly harness: Harness;

  constructor(turns: readonly Turn[]) {
    this.harness = new Harness(new ScriptedModel(turns));
  }

  async say(text = 'go', options: TurnOptions = {}): Promise<void> {
    expect((await this.harness.say('t', text, options)).error).toBeUndefined();
  }

  /** As another conversation, or the person, writes. */
  async write(text: string): Promise<void> {
    const gate = createGate({ store: this.harness.store, lock: this.harness.lock });
    const { receipt } = await gate.read(ANNA);
    const none = { thread_id: null, run_id: null, message_id: null, tool_call_id: null };
    const change = { kind: 'replace', text, basedOn: receipt.sha256 } as const;
    const author = { kind: 'person', ...none } as const;
    expect((await gate.write({ scope: ANNA, author, change })).refused).toBeUndefined();
  }

  /** The newest result of a write, and whether it was an error. */
  async results(): Promise<{ text: string; failed: boolean }[]> {
    return (await this.harness.messages('t'))
      .filter((message) => ToolMessage.isInstance(message))
      .filter(({ name }) => name !== 'read_file')
      .map(({ text, status }) => ({ text, failed: status === 'error' }));
  }

  async last(): Promise<string> {
    return (await this.results()).at(-1)?.text ?? '';
  }
}

/** A step of the script after which the others have written. */
const after = (talk: () => Talk, text: string, answer: Turn) => async () => {
  await talk().write(text);
  return answer as never;
};

describe('a whole file made from an older reading', () => {
  it('keeps what was written between the reading and the prompt of the call that wrote', async () => {
    const talk: Talk = new Talk([
      READ,
      after(() => talk, `${SEED}- theirs\n`, asks({ name: 'ls', args: { path: '/' } })),
      writesMemory(`${SEED}- mine\n`),
      'done',
    ]);
    await talk.write(SEED);
    await talk.say();
    expect(await talk.harness.memory()).toBe(`${SEED}- theirs\n- mine\n`);
    expect(await talk.last()).toMatch(/written by others .* were kept:\n- theirs\n/);
  });

  it('is refused at most once for a reading of days ago: then the prompt alone counts', async () => {
    const wanted = '- Α\n- theirs\n- mine\n';
    const talk = new Talk([
      READ,
      'read',
      writesMemory(wanted),
      writesMemory(wanted),
      writesMemory(wanted),
      'done',
    ]);
    await talk.write('- a\n');
    await talk.say('read it');
    await talk.write('- a, better\n- theirs\n');
    await talk.say('days later');
    const results = await talk.results();
    expect(results.map(({ failed }) => failed)).toEqual([true, true, false]);
    expect(results[0]?.text).toMatch(/changed meanwhile.*now reads:\n- a, better\n/s);
    expect(results[1]?.text).toMatch(/leaves out this line of the memory file:\n- a, better\n/);
    expect(await talk.harness.memory()).toBe(wanted);
  });

  it('is made from the prompt where every newer line is in it', async () => {
    const talk = new Talk([READ, 'read', writesMemory('- a\n- theirs\n- mine\n'), 'done']);
    await talk.write('- a\n');
    await talk.say('read it');
    await talk.write('- a\n- theirs\n');
    await talk.say('days later');
    expect(await talk.results()).toEqual([
      { text: `Successfully wrote to '${MEMORY_PATH}'`, failed: false },
    ]);
    expect(await talk.harness.memory()).toBe('- a\n- theirs\n- mine\n');
  });

  it('goes by the prompt where the old reading is kept no more', async () => {
    const talk = new Talk([READ, 'read', writesMemory('- x\n- mine\n'), 'done']);
    await talk.harness.plant('- never seen by the history\n');
    await talk.say('read it');
    await talk.harness.plant('- x\n');
    await talk.say('later');
    expect(await talk.harness.memory()).toBe('- x\n- mine\n');
  });

  it('keeps its base across a question and its answer', async () => {
    const talk: Talk = new Talk([
      READ,
      after(() => talk, `${SEED}- theirs\n`, asks({ name: 'ls', args: { path: '/' } })),
      writesMemory(`- top\n${SEED}`),
      'done',
    ]);
    await talk.write(SEED);
    await talk.say('go', { mode: 'ask' });
    await talk.write(`${SEED}- theirs\n- more of theirs\n`);
    const approval = new Command({ resume: { decisions: [{ type: 'approve' }] } });
    const { error } = await talk.harness.run('t', approval, { mode: 'ask' });
    expect(error).toBeUndefined();
    expect(await talk.harness.memory()).toBe(`- top\n${SEED}- theirs\n- more of theirs\n`);
  });

  it('tells of a line that others removed, and leaves it out', async () => {
    const talk: Talk = new Talk([
      READ,
      after(() => talk, '- a\n', asks({ name: 'ls', args: { path: '/' } })),
      writesMemory(`${SEED}- mine\n`),
      'done',
    ]);
    await talk.write(SEED);
    await talk.say();
    expect(await talk.harness.memory()).toBe('- a\n- mine\n');
    expect(await talk.last()).toMatch(/removed by others meanwhile.*:\n- b/s);
  });
});

describe('an edit of a line', () => {
  it('is made to the line that the agent saw, not to the same words elsewhere', async () => {
    const talk: Talk = new Talk([
      after(() => talk, '- home KSEA\n- alternate KBZN\n', editsMemory(['KBZN', 'KJAC'])),
      'I see.',
    ]);
    await talk.write('- home KBZN\n- metric\n');
    await talk.say();
    expect(await talk.harness.memory()).toBe('- home KSEA\n- alternate KBZN\n');
    expect(await talk.last()).toMatch(/changed meanwhile/);
  });

  it('that another call of the same message has overtaken says so, and blames nobody else', async () => {
    const talk = new Talk([editsMemory(['- a', '- A'], ['- a', '- Ä']), 'I see.']);
    await talk.write(SEED);
    await talk.say();
    const failed = (await talk.results()).filter((result) => result.failed);
    expect(failed).toHaveLength(1);
    expect(failed[0]?.text).toMatch(/Another call of this same message/);
    expect(failed[0]?.text).not.toMatch(/meanwhile/);
  });

  it('of words that are not there quotes the nearest line', async () => {
    const talk = new Talk([editsMemory(['- Home base: KBZN', '- Home base: KSUN']), 'I see.']);
    await talk.write('- Flies a PC-12\n- Home base is KBZN\n');
    await talk.say();
    expect(await talk.last()).toMatch(/not in the memory file.*\n- Home base is KBZN\n/s);
  });
});

describe('an edit that an agent makes', () => {
  async function edited(before: string, from: string, to: string) {
    const talk = new Talk([editsMemory([from, to]), 'done']);
    await talk.write(before);
    await talk.say();
    return { text: await talk.harness.memory(), said: await talk.last() };
  }

  it.each([
    ['- a\n- x\n- b\n', '- x', '', '- a\n- b\n'],
    ['- a\n- x\n', '- x', '', '- a\n'],
    ['- x\n', '- x', '', ''],
    ['# A\n\n- x\n\n# B\n', '- x\n', '', '# A\n\n\n# B\n'],
    ['- a\n\n\n- b\n- x\n', '- x', '', '- a\n\n\n- b\n'],
    ['- a\n', '- a', '- a\n\n# New\n- b', '- a\n\n# New\n- b\n'],
    ['- a\n- b\n', '- a', '- a\n- c\n', '- a\n- c\n- b\n'],
  ])(
    'of %j takes the blank lines along that it leaves, and no others',
    async (before, from, to, after) => {
      expect((await edited(before, from, to)).text).toBe(after);
    },
  );

  it.each([
    ['- Flies a PC-12 out of KBZN\n', '- Flies a PC-12', '- Flies a PC-12\n- Likes tea'],
    ['- Flies a PC-12 out of KBZN\n', 'PC-12', '\n- PC-12'],
    ['- Flies a PC-12 out of KBZN', 'PC-12 ', 'PC-12\n'],
  ])('of %j does not break the line in two', async (before, from, to) => {
    const { text, said } = await edited(before, from, to);
    expect(text).toBe(before);
    expect(said).toContain(`break a line in two:\n${before.trim()}\n`);
  });

  it('may split a line that it quotes whole', async () => {
    const { text } = await edited('- a, b\n- c\n', '- a, b', '- a\n- b');
    expect(text).toBe('- a\n- b\n- c\n');
  });

  it('into the same text is no success', async () => {
    const { said } = await edited(SEED, '- a', '- a');
    expect(said).toMatch(/^Error: old_string and new_string are the same/);
  });
});

describe('a whole file that leaves out lines', () => {
  it('is refused once with those lines; the same write again passes, and says what went', async () => {
    const talk = new Talk([writesMemory('- a\n'), writesMemory('- a\n'), 'done']);
    await talk.write('- a\n- b\n- c\n');
    await talk.say();
    const [first, second] = await talk.results();
    expect(first).toMatchObject({ failed: true });
    expect(first?.text).toMatch(/leaves out these 2 lines of the memory file:\n- b\n- c\n/);
    expect(second).toEqual({
      text: `Successfully wrote to '${MEMORY_PATH}'. These lines are gone from it:\n- b\n- c`,
      failed: false,
    });
    expect(await talk.harness.memory()).toBe('- a\n');
  });

  it('is refused again in the next turn, and for lines that were not told', async () => {
    const talk = new Talk([
      writesMemory('- a\n- b\n'),
      'I asked.',
      writesMemory('- a\n- b\n'),
      writesMemory('- a\n'),
      'done',
    ]);
    await talk.write('- a\n- b\n- c\n');
    await talk.say('first');
    await talk.say('second');
    expect((await talk.results()).map(({ failed }) => failed)).toEqual([true, true, true]);
    expect(await talk.harness.memory()).toBe('- a\n- b\n- c\n');
  });

  it('may set its lines off, order and end them otherwise', async () => {
    const talk = new Talk([writesMemory('# Notes\n\n* b.\n* A\n'), 'done']);
    await talk.write(SEED);
    await talk.say();
    expect(await talk.harness.memory()).toBe('# Notes\n\n* b.\n* A\n');
  });

  it('asks the person about what it drops only once the model has been told', async () => {
    const talk = new Talk([writesMemory('- a\n'), writesMemory('- a\n'), 'done']);
    await talk.write(SEED);
    await talk.say('go', { mode: 'ask' });
    expect((await talk.results()).map(({ failed }) => failed)).toEqual([true]);
    const approval = new Command({ resume: { decisions: [{ type: 'approve' }] } });
    await talk.harness.run('t', approval, { mode: 'ask' });
    expect(await talk.harness.memory()).toBe('- a\n');
  });
});
