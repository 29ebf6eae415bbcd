import { randomUUID } from 'node:crypto';

import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  RemoveMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { Annotation, END, messagesStateReducer, START, StateGraph } from '@langchain/langgraph';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { contentOf } from '#contract/attachments';

import type { Storage } from '../storage.ts';
import type { Place } from './place.ts';

const ALICE = 'alice';
const BOB = 'bob';
const PAGE = { limit: 10, offset: 0 };

/** What every implementation promises of how conversations are listed, searched and erased. */
export function describeConversations(name: string, makePlace: () => Place): void {
  describe(`conversations in ${name}`, () => {
    let place: Place;
    let storage: Storage;
    beforeEach(async () => {
      place = makePlace();
      storage = await place.open();
    });
    afterEach(async () => {
      await storage.close();
      place.remove();
    });

    const State = Annotation.Root({
      messages: Annotation<BaseMessage[], BaseMessage[]>({
        reducer: messagesStateReducer,
        default: () => [],
      }),
      _secret: Annotation<string>,
    });

    async function thread(owner = ALICE, metadata = {}): Promise<string> {
      const threadId = randomUUID();
      await storage.threads.create({ threadId, owner, metadata }, 'raise');
      return threadId;
    }

    /** Leaves messages in a thread as a run would. */
    async function say(threadId: string, ...messages: BaseMessage[]): Promise<void> {
      await sayAs(ALICE, threadId, ...messages);
    }

    async function sayAs(
      owner: string,
      threadId: string,
      ...messages: BaseMessage[]
    ): Promise<void> {
      const graph = new StateGraph(State)
        .addNode('keep', () => ({ _secret: 'privatestate' }))
        .addEdge(START, 'keep')
        .addEdge('keep', END)
        .compile({ checkpointer: storage.checkpointer(owner) });
      await graph.invoke(
        { messages },
        { configurable: { thread_id: threadId }, durability: 'sync' },
      );
    }

    async function talk(text: string, owner = ALICE, metadata = {}): Promise<string> {
      const id = await thread(owner, metadata);
      await sayAs(owner, id, new HumanMessage(text));
      return id;
    }

    async function found(words: string, owner = ALICE): Promise<string[]> {
      const { items } = await storage.conversations.search(owner, words, PAGE);
      return items.map((hit) => hit.thread.threadId);
    }

    const withFiles = (text: string, ...names: readonly string[]) => {
      const attachments = names.map((name) => ({ kind: 'text' as const, name, text: 'innards' }));
      return new HumanMessage({ content: contentOf({ text, attachments }) });
    };

    const withFile = (text: string, inside: string) => {
      const file = { kind: 'text' as const, name: 'notes.txt', text: inside };
      return new HumanMessage({ content: contentOf({ text, attachments: [file] }) });
    };

    describe('attached files', () => {
      it('give a conversation their names for a title where nothing is said, and are found by them', async () => {
        const [alone, beside] = [await thread(), await thread()];
        await say(alone, withFiles('', 'minutes.md', 'figures.csv'));
        await say(beside, withFiles('Look at this', 'minutes.md'));
        const title = async (id: string) => (await storage.conversations.get(ALICE, id))?.title;
        expect(await title(alone)).toBe('minutes.md, figures.csv');
        expect(await title(beside)).toBe('Look at this');
        expect(new Set(await found('minutes'))).toEqual(new Set([alone, beside]));
        expect(await found('figures')).toEqual([alone]);
        const { items } = await storage.conversations.search(ALICE, 'minutes', PAGE);
        const excerpts = items.flatMap(({ turns }) => turns.map(({ excerpt }) => excerpt.text));
        expect(excerpts).toContain('Look at this minutes.md innards');
        expect(excerpts).toContain('minutes.md figures.csv innards innards');
      });

      it('are found by the words in them, and nothing of them is left when they are gone', async () => {
        const [id, image] = [await thread(), await thread()];
        await say(id, withFile('Look at this', 'zyxinfile と東京タワー'));
        const dataUrl = 'data:image/png;base64,enl4aW5pbWFnZQ==';
        const content = [{ type: 'image_url', image_url: { url: dataUrl } }];
        await say(image, new HumanMessage({ content }));
        expect(await found('zyxinfile')).toEqual([id]);
        expect(await found('タワー')).toEqual([id]);
        expect(await found('zyxinimage')).toEqual([]);
        expect(place.holding('zyxinfile')).not.toEqual([]);
        await storage.threads.delete(ALICE, id);
        expect(place.holding('zyxinfile')).toEqual([]);
      });
    });

    describe('the list', () => {
      it('is titled by what was first said until a title is given', async () => {
        const id = await talk('I fly a PC-12 out of Bozeman');
        await say(id, new AIMessage('Noted.'), new HumanMessage('More'));
        const title = async () => (await storage.conversations.get(ALICE, id))?.title;
        expect(await title()).toBe('I fly a PC-12 out of Bozeman');
        await storage.threads.patch(ALICE, id, { title: '  Briefings ' });
        expect(await title()).toBe('Briefings');
        await storage.threads.patch(ALICE, id, { title: ' ' });
        expect(await title()).toBe('I fly a PC-12 out of Bozeman');
        const first = new HumanMessage({ id: 'first', content: 'I fly a glider' });
        const other = await thread();
        await say(other, first);
        expect((await storage.conversations.get(ALICE, other))?.title).toBe('I fly a glider');
        await say(other, new RemoveMessage({ id: 'first' }), new HumanMessage('Begun anew'));
        expect((await storage.conversations.get(ALICE, other))?.title).toBe('Begun anew');
        expect((await storage.conversations.get(ALICE, await thread()))?.title).toBeUndefined();
      });

      it('is paged, newest first, and of its owner alone', async () => {
        const ids = [];
        for (const text of ['one', 'two', 'three']) {
          ids.unshift(await talk(text));
          // Times are kept in milliseconds: the next conversation begins in a later one.
          const now = Date.now();
          while (Date.now() === now);
        }
        const list = async (owner: string, limit: number, offset: number) => {
          const { total, items } = await storage.conversations.list(owner, { limit, offset });
          return [total, ...items.map((item) => item.thread.threadId)];
        };
        expect(await list(ALICE, 2, 0)).toEqual([3, ids[0], ids[1]]);
        expect(await list(ALICE, 2, 2)).toEqual([3, ids[2]]);
        expect(await list(BOB, 2, 0)).toEqual([0]);
        expect(await storage.conversations.get(BOB, ids[0] ?? '')).toBeUndefined();
      });

      it('is not reordered by a new title', async () => {
        const id = await talk('one');
        const before = (await storage.conversations.get(ALICE, id))?.activeAt;
        const now = Date.now();
        while (Date.now() === now);
        await storage.threads.patch(ALICE, id, { title: 'Renamed' });
        expect((await storage.conversations.get(ALICE, id))?.activeAt).toEqual(before);
      });
    });

    describe('search', () => {
      it('finds words of people, of the agent and of titles; each may stand elsewhere', async () => {
        const id = await talk('I fly a PC-12 out of Bozeman', ALICE, { title: 'Morning plans' });
        await say(id, new AIMessage('Your alternate is Hélène field.'));
        await talk('Something else entirely');
        for (const words of ['pc-12', 'BOZE', 'helene', 'morning', 'alternate bozeman morning'])
          expect(await found(words), words).toEqual([id]);
        expect(await found('ozeman')).toEqual([]);
        expect(await found('absent')).toEqual([]);
      });

      it('finds the other forms of a word, and needs no common ones', async () => {
        const id = await talk('Yesterday I flew over two cities.');
        await talk('About the weather');
        for (const words of ['fly', 'flying cities', 'the city', 'when did we fly'])
          expect(await found(words), words).toEqual([id]);
      });

      it('finds the closest where nothing has all the words, the best first, and says so', async () => {
        const one = await talk('The hangar has a red door.');
        const both = await talk('The hangar at Bozeman is dear.');
        const { items, total } = await storage.conversations.search(
          ALICE,
          'bozeman hangar fee',
          PAGE,
        );
        expect(items.map((hit) => [hit.thread.threadId, hit.whole])).toEqual([
          [both, false],
          [one, false],
        ]);
        expect(total).toBe(2);
        const whole = await storage.conversations.search(ALICE, 'bozeman hangar', PAGE);
        expect(whole.items.map((hit) => [hit.thread.threadId, hit.whole])).toEqual([[both, true]]);
      });

      it('shows every place in a conversation, the best first', async () => {
        const id = await talk('The hangar is cold.');
        const times = (n: number) => `It is ${'rather '.repeat(n)}far from the hangar.`;
        await say(id, ...Array.from({ length: 29 }, (_, n) => new AIMessage(times(n))));
        const { items } = await storage.conversations.search(ALICE, 'hangar cold', PAGE);
        expect([items.length, items[0]?.turns.length, items[0]?.turnCount]).toEqual([1, 20, 30]);
        expect(items[0]?.turns[0]).toMatchObject({
          speaker: 'person',
          excerpt: { text: 'The hangar is cold.' },
        });
      });

      it('finds nothing of another owner', async () => {
        const mine = await talk('bozeman mine', ALICE, { title: 'Bozeman' });
        const theirs = await talk('bozeman theirs', BOB);
        expect(await found('bozeman', ALICE)).toEqual([mine]);
        expect(await found('bozeman', BOB)).toEqual([theirs]);
        expect(await found('bozeman', 'carol')).toEqual([]);
      });

      it('finds neither tool calls and results, nor private state, nor a summary nobody said', async () => {
        const id = await thread();
        const args = { path: 'argumentsword' };
        const summary = new HumanMessage('summaryword');
        Object.assign(summary, { additional_kwargs: { lc_source: 'summarization' } });
        await say(
          id,
          new HumanMessage('hello'),
          new AIMessage({ content: '', tool_calls: [{ id: 'c', name: 'toolname', args }] }),
          new ToolMessage({ content: 'resultword', tool_call_id: 'c' }),
          summary,
        );
        for (const words of [
          'argumentsword',
          'toolname',
          'resultword',
          'summaryword',
          'privatestate',
        ])
          expect(await found(words), words).toEqual([]);
        expect(await found('hello')).toEqual([id]);
      });

      it('follows the newest state: changed, removed and taken-back messages are not found', async () => {
        const id = await thread();
        await say(id, new HumanMessage({ id: 'm', content: 'firstword' }));
        expect(await found('firstword')).toEqual([id]);
        await say(id, new HumanMessage({ id: 'm', content: 'secondword' }));
        expect([await found('firstword'), await found('secondword')]).toEqual([[], [id]]);
        await say(id, new RemoveMessage({ id: 'm' }), new HumanMessage('thirdword'));
        expect([await found('secondword'), await found('thirdword')]).toEqual([[], [id]]);
        await storage.threads.patch(ALICE, id, { title: 'Titleword' });
        expect(await found('titleword')).toEqual([id]);
        await storage.threads.patch(ALICE, id, { title: 'Other' });
        expect(await found('titleword')).toEqual([]);
      });

      it.each([
        '"',
        '"" OR',
        'a" OR "b',
        '*',
        '^x',
        'body: x',
        'NEAR(a b)',
        'x AND NOT y',
        '(',
        "'; DROP",
        '-',
        '🛩',
        '\0',
        '\ud83d',
        '',
      ])('takes %j for words', async (words) => {
        await talk('nothing of the kind');
        expect(await found(words)).toEqual([]);
      });

      it('shows where the words stand, in the title and in the message that fits best', async () => {
        const id = await talk('The alternate is Helena.', ALICE, { title: 'Helena trip' });
        const { items } = await storage.conversations.search(ALICE, 'helena', PAGE);
        expect(items.map((hit) => hit.thread.threadId)).toEqual([id]);
        const [hit] = items;
        expect(hit?.titleMatches).toEqual([[0, 6]]);
        const excerpt = { text: 'The alternate is Helena.', matches: [[17, 23]] };
        expect(hit?.turns).toMatchObject([{ excerpt }]);
        const onlyTitle = await storage.conversations.search(ALICE, 'trip', PAGE);
        expect(onlyTitle.items.map(({ turns }) => turns)).toEqual([[]]);
      });

      it('is paged with the true total', async () => {
        for (let count = 0; count < 5; count++) await talk(`shared ${count}`);
        const page = await storage.conversations.search(ALICE, 'shared', { limit: 2, offset: 4 });
        expect([page.total, page.items.length]).toEqual([5, 1]);
      });
    });

    describe('erasure', () => {
      const inFiles = (word: string) => place.holding(word);

      it('takes the words of a deleted conversation out of every file, the index too', async () => {
        const id = await talk('zyxvanishword begins it', ALICE, { title: 'zqjtitleword' });
        // Company for it, so that the index has more than one page and is merged.
        for (let count = 0; count < 60; count++)
          await talk(Array.from({ length: 40 }, () => randomUUID()).join(' '));
        expect(await found('zyxvanishword zqjtitleword')).toEqual([id]);
        expect(inFiles('zyxvanishword')).not.toEqual([]);
        await storage.threads.delete(ALICE, id);
        expect(await found('zyxvanishword')).toEqual([]);
        for (const word of ['zyxvanish', 'zqjtitle', 'yxvanishword', 'qjtitleword'])
          expect(inFiles(word)).toEqual([]);
      });

      it('takes the words of a run that was taken back out of every file', async () => {
        const id = await talk('stays here');
        const runId = randomUUID();
        await storage.runs.create(
          {
            runId,
            threadId: id,
            owner: ALICE,
            assistantId: 'a',
            metadata: {},
            multitaskStrategy: 'reject',
            request: {},
            notBefore: new Date(0),
          },
          'reject',
        );
        const attempt = await storage.runs.claim(runId, 0, new Date());
        if (!attempt) throw new Error('the run could not be claimed');
        const graph = new StateGraph(State)
          .addNode('keep', () => ({}))
          .addEdge(START, 'keep')
          .compile({ checkpointer: storage.fenced({ ...attempt }) });
        await graph.invoke(
          { messages: [new HumanMessage('zyxtakenback')] },
          { configurable: { thread_id: id }, durability: 'sync' },
        );
        expect(await found('zyxtakenback')).toEqual([id]);
        await storage.runs.delete(ALICE, id, runId, { checkpoints: true });
        expect(inFiles('zyxtakenback')).toEqual([]);
        expect([await found('zyxtakenback'), await found('stays')]).toEqual([[], [id]]);
      });
    });
  });
}
