import { randomUUID } from 'node:crypto';

import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { emptyCheckpoint } from '@langchain/langgraph-checkpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Storage } from '../storage.ts';
import type { Place } from './place.ts';

const OWNER = 'alice';
const PAGE = { limit: 10, offset: 0 };

/** What every implementation promises of states that earlier versions let in. */
export function describeOddShapes(name: string, makePlace: () => Place): void {
  describe(`odd messages in ${name}`, () => {
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

    /** A thread whose newest state has these messages. */
    async function threadWith(messages: unknown): Promise<string> {
      const threadId = randomUUID();
      await storage.threads.create({ threadId, owner: OWNER, metadata: {} }, 'raise');
      const checkpoint = {
        ...emptyCheckpoint(),
        channel_values: { messages },
        channel_versions: { messages: 1 },
      };
      const config = { configurable: { thread_id: threadId, checkpoint_ns: '' } };
      const metadata = { source: 'update' as const, step: 0, parents: {} };
      await storage.checkpointer(OWNER).put(config, checkpoint, metadata, { messages: 1 });
      return threadId;
    }

    /** A message whose fields are not what its class says, as an earlier version let in. */
    function odd<T extends object>(message: T, fields: Record<string, unknown>): T {
      return Object.assign(message, fields);
    }

    it.each<[name: string, messages: () => unknown]>([
      ['a number for the content', () => [odd(new HumanMessage('x'), { content: 5 })]],
      ['null for the content', () => [odd(new HumanMessage('x'), { content: null })]],
      ['an object for the content', () => [odd(new HumanMessage('x'), { content: { a: 1 } })]],
      ['nothing but null', () => [null]],
      ['a block of null', () => [odd(new HumanMessage('x'), { content: [null] })]],
      ['a block that is text', () => [odd(new AIMessage('x'), { content: ['words', 5, null] })]],
      ['a block without words', () => [odd(new AIMessage('x'), { content: [{ type: 'text' }] })]],
      [
        'a block whose text is a number',
        () => [odd(new HumanMessage('x'), { content: [{ type: 'text', text: 5 }] })],
      ],
      [
        'a tool message with an object',
        () => [odd(new ToolMessage({ content: 'x', tool_call_id: 'a' }), { content: { a: 1 } })],
      ],
      ['true for all messages', () => true],
      ['words for the tool calls', () => [odd(new AIMessage('x'), { tool_calls: 'x' })]],
      ['null for additional_kwargs', () => [odd(new AIMessage('x'), { additional_kwargs: null })]],
      ['a number for the id', () => [odd(new HumanMessage('x'), { id: 5 })]],
      [
        'a file of null',
        () => [odd(new HumanMessage('x'), { content: [{ type: 'file', metadata: null }] })],
      ],
    ])('lists, searches and erases a thread that holds %s', async (_, messages) => {
      const sound = await threadWith([new HumanMessage('sound words')]);
      const strange = await threadWith(messages());
      const { items, total } = await storage.conversations.list(OWNER, PAGE);
      expect(total).toBe(2);
      expect(items.map(({ thread }) => thread.threadId).sort()).toEqual([sound, strange].sort());
      const found = await storage.conversations.search(OWNER, 'sound', PAGE);
      expect(found.items.map(({ thread }) => thread.threadId)).toEqual([sound]);
      expect(await storage.threads.search(OWNER, PAGE)).toHaveLength(2);
      expect(await storage.threads.delete(OWNER, strange)).toBe(true);
    });
  });
}
