import { ToolMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { describe, expect, it } from 'vitest';

import { isMemoryQuestion, type MemoryQuestion } from '#contract/memory-question';
import { MEMORY_PATH } from '#contract/names';
import { createGate } from '#graph/memory/gate';
import { processLock } from '#graph/memory/lock';
import { listRevisions } from '#graph/memory/revisions';
import { ANNA } from '#graph/memory/testing/owners';

import { Harness, type TurnOptions } from '../../testing/harness.ts';
import {
  asks,
  editsMemory,
  ScriptedModel,
  writesMemory,
  type Turn,
} from '../../testing/scripted-model.ts';

const asking: TurnOptions = { mode: 'ask' };
const TASK = asks({ name: 'task', args: { description: 'x', subagent_type: 'general-purpose' } });

/** A conversation that asks before remembering, up to its first question. */
class Conversation {
  readonly harness: Harness;

  constructor(turns: readonly Turn[]) {
    this.harness = new Harness(new ScriptedModel(turns));
  }

  async begin(): Promise<this> {
    expect((await this.harness.say('t', 'go', asking)).error).toBeUndefined();
    return this;
  }

  /** The open questions by their ids, oldest first. */
  async questions(): Promise<[string, MemoryQuestion][]> {
    const state = await this.harness.agent.getState({ configurable: { thread_id: 't' } });
    return state.tasks
      .flatMap(({ interrupts }) => interrupts)
      .map(({ id, value }) => {
        if (id === undefined || !isMemoryQuestion(value)) throw new Error('Not a question.');
        return [id, value];
      });
  }

  async question(): Promise<MemoryQuestion> {
    const [only, ...more] = await this.questions();
    if (!only || more.length > 0) throw new Error('There is not one question.');
    return only[1];
  }

  /** Answers the one open question. */
  async answer(...decisions: readonly unknown[]): Promise<void> {
    const resume = new Command({ resume: { decisions } });
    expect((await this.harness.run('t', resume, asking)).error).toBeUndefined();
  }

  async results(): Promise<ToolMessage[]> {
    return (await this.harness.messages('t')).filter((message) => ToolMessage.isInstance(message));
  }

  /** As the person writes by hand, so that a revision keeps the text. */
  async write(text: string, basedOn: string | null): Promise<void> {
    const none = { thread_id: null, run_id: null, message_id: null, tool_call_id: null };
    const change = { kind: 'replace', text, basedOn } as const;
    const author = { kind: 'person', ...none } as const;
    const gate = createGate({ store: this.harness.store, lock: processLock });
    expect((await gate.write({ scope: ANNA, author, change })).refused).toBeUndefined();
  }

  revisions() {
    return listRevisions(this.harness.store, ANNA, { limit: 10 });
  }
}

const begun = (turns: readonly Turn[]) => new Conversation(turns).begin();

describe('asking before remembering', () => {
  it('shows the change, writes nothing before the answer, and just that after it', async () => {
    const talk = await begun([writesMemory('- Flies a PC-12\n'), 'Noted.']);
    expect(await talk.harness.memory()).toBeUndefined();
    const { actionRequests, reviewConfigs, memory_change: change } = await talk.question();
    expect(actionRequests).toMatchObject([
      { name: 'write_file', args: { file_path: MEMORY_PATH } },
    ]);
    expect(actionRequests[0]?.description).toContain('+- Flies a PC-12');
    expect(reviewConfigs).toEqual([
      { actionName: 'write_file', allowedDecisions: ['approve', 'edit', 'reject'] },
    ]);
    expect(change).toEqual({
      author: 'agent',
      before: null,
      after: '- Flies a PC-12\n',
      based_on: null,
      revision: 0,
    });
    await talk.answer({ type: 'approve' });
    expect(await talk.harness.memory()).toBe('- Flies a PC-12\n');
    expect(await talk.harness.lastWords('t')).toBe('Noted.');
    expect(await talk.revisions()).toHaveLength(1);
  });

  it('keeps nothing that was rejected, and tells the model why', async () => {
    const talk = await begun([writesMemory('- x\n'), 'Very well.']);
    await talk.answer({ type: 'reject', message: 'That is private.' });
    expect(await talk.harness.memory()).toBeUndefined();
    const [result] = await talk.results();
    expect(result?.text).toContain('did not want this change');
    expect(result?.text).toContain('Do not ask for it again');
    expect(result?.text).toContain('That is private.');
    expect(result?.status).toBe('error');
  });

  it.each([
    ['reads already as the change would have it', '- A\n'],
    ['no longer holds what was to be changed', '- other\n'],
    ['was emptied', ''],
  ])('tells the model of a rejection where the memory %s', async (_, now) => {
    const talk = new Conversation([editsMemory(['- a', '- A']), 'Very well.']);
    await talk.write('- a\n', null);
    await talk.begin();
    await talk.harness.plant(now);
    await talk.answer({ type: 'reject', message: 'Leave my notes alone.' });
    expect(await talk.harness.memory()).toBe(now);
    const [result] = await talk.results();
    expect(result?.text).toContain('did not want this change; nothing was written');
    expect(result?.text).toContain('Leave my notes alone.');
    expect(result?.status).toBe('error');
  });

  it('writes what the person made of it, on the text that they saw', async () => {
    const talk = await begun([
      writesMemory('- x\n'),
      'Noted.',
      editsMemory(['- mine', '- y']),
      'ok',
    ]);
    const { based_on: seen } = (await talk.question()).memory_change;
    const args = { file_path: MEMORY_PATH, content: '- mine\n', based_on: seen };
    await talk.answer({ type: 'edit', editedAction: { name: 'write_file', args } });
    expect(await talk.harness.memory()).toBe('- mine\n');
    expect((await talk.results())[0]?.text).toMatch(
      /person changed your change first, and theirs was written instead. Now in the file:\n- mine$/,
    );
    await talk.harness.say('t', 'more', asking);
    const own = { file_path: MEMORY_PATH, old_string: 'mine', new_string: 'ours' };
    await talk.answer({ type: 'edit', editedAction: { name: 'edit_file', args: own } });
    expect(await talk.harness.memory()).toBe('- ours\n');
  });

  it.each([
    ['nothing', []],
    ['two decisions', [{ type: 'approve' }, { type: 'approve' }]],
    ['an unknown one', [{ type: 'accept' }]],
    ['arguments of another tool', [{ type: 'edit', editedAction: { name: 'ls', args: {} } }]],
    ['a message that is no text', [{ type: 'reject', message: 1 }]],
  ])('takes %s for a no', async (_, decisions) => {
    const talk = await begun([writesMemory('- x\n'), 'Very well.']);
    await talk.answer(...decisions);
    expect(await talk.harness.memory()).toBeUndefined();
    expect((await talk.results())[0]?.text).toContain('was not understood');
  });

  it('does not write over what was written while the question was open', async () => {
    const talk = await begun([writesMemory('- agent\n'), 'I will read again.']);
    await talk.harness.plant('- person\n');
    await talk.answer({ type: 'approve' });
    expect(await talk.harness.memory()).toBe('- person\n');
    expect((await talk.results())[0]?.text).toContain('changed meanwhile');
  });

  it('carries an approved edit over to the same line, never to the same words elsewhere', async () => {
    const moved = new Conversation([editsMemory(['KBZN', 'KJAC']), 'Done.']);
    await moved.write('- home KBZN\n', null);
    await moved.begin();
    await moved.harness.plant('- added by hand\n- home KBZN\n');
    await moved.answer({ type: 'approve' });
    expect(await moved.harness.memory()).toBe('- added by hand\n- home KJAC\n');

    const gone = new Conversation([editsMemory(['KBZN', 'KJAC']), 'I see.']);
    await gone.write('- home KBZN\n', null);
    await gone.begin();
    await gone.harness.plant('- home KSEA\n- alternate KBZN\n');
    await gone.answer({ type: 'approve' });
    expect(await gone.harness.memory()).toBe('- home KSEA\n- alternate KBZN\n');
    expect((await gone.results())[0]?.text).toContain('was changed meanwhile');
  });

  it('keeps both approved additions of one answer', async () => {
    const talk = new Conversation([editsMemory(['- a', '- a\n- x'], ['- a', '- a\n- y']), 'Done.']);
    await talk.write('- a\n', null);
    await talk.begin();
    const resume = Object.fromEntries(
      (await talk.questions()).map(([id]) => [id, { decisions: [{ type: 'approve' }] }]),
    );
    expect((await talk.harness.run('t', new Command({ resume }), asking)).error).toBeUndefined();
    expect((await talk.harness.memory())?.split('\n').toSorted()).toEqual([
      '',
      '- a',
      '- x',
      '- y',
    ]);
  });

  it('asks about each of several changes for itself, and gives each its own answer', async () => {
    const talk = new Conversation([
      editsMemory(['- a', '- A'], ['- b', '- B'], ['- c', '- C']),
      'Done.',
    ]);
    await talk.harness.plant('- a\n- b\n- c\n');
    await talk.begin();
    const questions = await talk.questions();
    expect(questions.map(([, { memory_change: change }]) => change.after)).toEqual([
      '- A\n- b\n- c\n',
      '- a\n- B\n- c\n',
      '- a\n- b\n- C\n',
    ]);
    const types = ['approve', 'reject', 'approve'];
    const resume = Object.fromEntries(
      questions.map(([id], index) => [id, { decisions: [{ type: types[index] }] }]),
    );
    expect((await talk.harness.run('t', new Command({ resume }), asking)).error).toBeUndefined();
    expect(await talk.harness.memory()).toBe('- A\n- b\n- C\n');
  });

  it('asks for subagents too, and goes on in them', async () => {
    const talk = await begun([TASK, writesMemory('- by a subagent\n'), 'done', 'all done']);
    expect(await talk.harness.memory()).toBeUndefined();
    expect((await talk.question()).memory_change.author).toBe('subagent');
    await talk.answer({ type: 'approve' });
    expect(await talk.harness.memory()).toBe('- by a subagent\n');
    expect((await talk.revisions())[0]?.author.kind).toBe('subagent');
    expect(await talk.harness.lastWords('t')).toBe('all done');
  });

  it('asks nothing about what would be refused, or would change nothing', async () => {
    const talk = new Conversation([
      editsMemory(['- not there', '- x']),
      writesMemory(`- my password is hunter2\n`),
      writesMemory('- same\n'),
      'done',
    ]);
    await talk.harness.plant('- same\n');
    await talk.begin();
    expect(await talk.questions()).toEqual([]);
    expect((await talk.results()).map(({ text }) => text)).toEqual([
      expect.stringContaining('is not in the memory file') as string,
      expect.stringContaining('looks like a password') as string,
      expect.stringContaining('Successfully') as string,
    ]);
  });

  it('asks nothing about files of the conversation, and one spelling is the only one', async () => {
    const talk = await begun([
      asks({ name: 'write_file', args: { file_path: '/notes.md', content: 'x' } }),
      asks({ name: 'write_file', args: { file_path: '/memories//AGENTS.md', content: 'x' } }),
      asks({ name: 'write_file', args: { path: MEMORY_PATH, content: 'alias' } }),
      'done',
    ]);
    expect((await talk.question()).memory_change.after).toBe('alias');
    await talk.answer({ type: 'reject' });
    expect(await talk.harness.memory()).toBeUndefined();
  });
});
