import { randomUUID } from 'node:crypto';

import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { RecallQuery } from '../conversations.ts';
import type { Storage } from '../storage.ts';
import type { Place } from './place.ts';

const OWNER = 'owner';
const ASKING: RecallQuery['asking'] = { threadId: randomUUID(), messageIds: new Set() };

/** What every implementation promises of recalling what was said. */
export function describeRecall(name: string, makePlace: () => Place): void {
  describe(`recall in ${name}`, () => {
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

    async function talk(
      messages: readonly BaseMessage[],
      { owner = OWNER, metadata = {}, threadId = randomUUID() } = {},
    ): Promise<string> {
      await storage.threads.create({ threadId, owner, metadata }, 'do-nothing');
      const graph = new StateGraph(MessagesAnnotation)
        .addNode('hear', () => ({}))
        .addEdge(START, 'hear')
        .compile({ checkpointer: storage.checkpointer(owner) });
      const config = { configurable: { thread_id: threadId }, durability: 'sync' as const };
      await graph.invoke({ messages: [...messages] }, config);
      return threadId;
    }

    const said = (text: string, id: string = randomUUID()) =>
      new HumanMessage({ content: text, id });
    const answered = (text: string, id: string = randomUUID()) =>
      new AIMessage({ content: text, id });

    async function recalled(wording: string, more: Partial<RecallQuery> = {}, owner = OWNER) {
      const query = { wordings: [wording], limit: 10, asking: ASKING, ...more };
      return storage.conversations.recall(owner, query);
    }
    const threadsOf = (turns: readonly { threadId: string }[]) =>
      turns.map((each) => each.threadId);

    describe('recall', () => {
      it('tells what was said with its conversation, speaker, time and place, the best first', async () => {
        const before = Date.now();
        const id = await talk(
          [
            said('Which hangar shall we take?', 'q'),
            answered('The one at Belgrade is dry, and costs 400 a month.', 'a'),
            said('Then we take that one.', 'd'),
          ],
          { metadata: { title: 'Winter storage' } },
        );
        const turns = await recalled('What does the hangar at Belgrade cost?');
        expect(turns[0]).toMatchObject({
          threadId: id,
          title: 'Winter storage',
          messageId: 'a',
          speaker: 'assistant',
          text: 'The one at Belgrade is dry, and costs 400 a month.',
        });
        // To the second, as the index keeps it.
        expect(turns[0]?.saidAt.getTime()).toBeGreaterThan(before - 1000);
        const { matches = [], text = '' } = turns[0] ?? {};
        expect(matches.map(([from, to]) => text.slice(from, to))).toEqual(['Belgrade', 'costs']);
        // What is beside the words is found with them.
        expect(turns.map(({ messageId }) => messageId)).toContain('d');
      });

      it('is of its owner, whatever others have said', async () => {
        await talk([said('The hangar is mine')], { owner: 'other' });
        expect(await recalled('hangar')).toEqual([]);
        expect(threadsOf(await recalled('hangar', {}, 'other'))).toHaveLength(1);
      });

      it('leaves out what is temporary, has memory off, or was left out, until it is taken in again', async () => {
        for (const metadata of [
          { memory_mode: 'temporary' },
          { memory_mode: 'off' },
          { recall: 'off' },
        ])
          await talk([said('The hangar is secret')], { metadata });
        const asked = await talk([said('The hangar is known')], {
          metadata: { memory_mode: 'ask' },
        });
        expect(threadsOf(await recalled('hangar'))).toEqual([asked]);
        await storage.threads.patch(OWNER, asked, { recall: 'off' });
        expect(await recalled('hangar')).toEqual([]);
        await storage.threads.patch(OWNER, asked, { recall: null });
        expect(threadsOf(await recalled('hangar'))).toEqual([asked]);
        // The person's own search finds it all.
        const page = { limit: 10, offset: 0 };
        expect((await storage.conversations.search(OWNER, 'hangar', page)).total).toBe(4);
      });

      it('finds of the asking conversation only what is out of its sight', async () => {
        const id = await talk([
          said('The hangar, early on', 'early'),
          said('The hangar, late', 'late'),
        ]);
        const ids = async (messageIds: readonly string[]) => {
          const asking = { threadId: id, messageIds: new Set(messageIds) };
          return (await recalled('hangar', { asking })).map(({ messageId }) => messageId);
        };
        expect(await ids([])).toEqual([]);
        expect(await ids(['early'])).toEqual(['early']);
      });

      it('can be asked for a stretch of time', async () => {
        await talk([said('The hangar, first')]);
        const now = Date.now();
        const [past, coming] = [new Date(now - 3_600_000), new Date(now + 3_600_000)];
        expect(await recalled('hangar', { from: past, until: coming })).toHaveLength(1);
        expect(await recalled('hangar', { from: coming })).toEqual([]);
        expect(await recalled('hangar', { until: past })).toEqual([]);
      });

      it('puts first what several wordings of a question agree on', async () => {
        const agreed = await talk([said('We keep the aircraft in a shed at Belgrade.')]);
        for (const text of ['The plane was late.', 'A shed for bicycles.', 'Storage of data.'])
          await talk([said(text)]);
        const wordings = ['where is the plane stored', 'aircraft shed', 'keep the aircraft'];
        const turns = await storage.conversations.recall(OWNER, {
          wordings,
          limit: 3,
          asking: ASKING,
        });
        expect(turns[0]?.threadId).toBe(agreed);
      });

      it('tells the neighbours of a message in order, under the same rules', async () => {
        const messages = Array.from({ length: 9 }, (_, n) => said(`number ${n}`, `m${n}`));
        const id = await talk(messages);
        const around = async (messageId: string, asking = ASKING, owner = OWNER) => {
          const message = { threadId: id, messageId, before: 1, after: 2, asking };
          const turns = await storage.conversations.neighbours(owner, message);
          return turns.map((turn) => turn.messageId);
        };
        expect(await around('m4')).toEqual(['m3', 'm4', 'm5', 'm6']);
        expect(await around('m0')).toEqual(['m0', 'm1', 'm2']);
        expect(await around('none')).toEqual([]);
        expect(await around('m4', ASKING, 'other')).toEqual([]);
        const asking = { threadId: id, messageIds: new Set(['m4', 'm5']) };
        expect(await around('m4', asking)).toEqual(['m4', 'm5']);
        await storage.threads.patch(OWNER, id, { recall: 'off' });
        expect(await around('m4')).toEqual([]);
      });

      it('finds no word in the middle of a script with blanks, and any part of one without', async () => {
        const [tokyo, thai] = [
          await talk([said('明日は東京タワーへ行きます。')]),
          await talk([said('เราจอดเครื่องบินที่โรงเก็บ')]),
        ];
        for (const wording of ['東京', 'タワー', '東京タワー'])
          expect(threadsOf(await recalled(wording)), wording).toEqual([tokyo]);
        for (const wording of ['เครื่องบิน', 'โรงเก็บ'])
          expect(threadsOf(await recalled(wording)), wording).toEqual([thai]);
      });
    });
  });
}
