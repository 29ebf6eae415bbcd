import { expect, it } from 'vitest';

import { sessionHarness } from './testing/session-harness';

const T = 'thread-1';

it('keeps the ids of research with the thread, and finds them when it is opened again', async () => {
  const { open, transport } = sessionHarness();
  transport.setMessages(T, []);
  transport.metadata.set(T, { title: 'kept' });
  const session = open(T);
  await session.open();
  await session.handedOver.add(T, 'a1');
  await session.handedOver.add(T, 'b2');
  expect(transport.metadata.get(T)).toEqual({ title: 'kept', research_ids: ['a1', 'b2'] });
  const again = open(T);
  await again.open();
  expect(again.handedOver.ids()).toEqual(['a1', 'b2']);
});

it.each([[undefined], ['a1'], [[1]]])('takes %j for none', async (research_ids) => {
  const { open, transport } = sessionHarness();
  transport.setMessages(T, []);
  transport.metadata.set(T, { research_ids });
  const session = open(T);
  await session.open();
  expect(session.handedOver.ids()).toEqual([]);
});
