import { AIMessageChunk } from '@langchain/core/messages';
import { expect, it } from 'vitest';

import { MEMORY_READ_EVENT, type MemoryRead } from '#contract/memory-read';

import { memoryRules } from '#graph/agents/memory/memory-rules';

import { MessageTextSoFar } from './message-text-so-far.ts';

const read = (over: Partial<MemoryRead>) => ({
  namespace: [],
  mode: 'custom' as const,
  payload: {
    name: MEMORY_READ_EVENT,
    data: {
      revision: 1,
      sha256: 'a'.repeat(64),
      bytes: 3,
      read_at: '2026-11-30T12:00:00.000Z',
      call: 1,
      phase: 'model',
      reader: 'agent',
      ...over,
    },
  },
});
const says = (id: string, content: string) => ({
  namespace: [],
  mode: 'messages' as const,
  payload: [new AIMessageChunk({ id, content }), { langgraph_node: 'model' }],
});

it('keeps with a cut answer what its own call had read, and no one else’s', () => {
  const spoken = new MessageTextSoFar(memoryRules.receiptOf);
  spoken.hear(read({ phase: 'initial', call: null, revision: 7 }));
  spoken.hear(read({ call: 2, revision: 2 }));
  spoken.hear(read({ reader: 'subagent', revision: 3 }));
  spoken.hear(says('m', 'Half an '));
  spoken.hear(read({ call: 3, revision: 4 }));
  spoken.hear(says('m', 'answer'));
  const cut = spoken.cutAnswer(new Set());
  expect(cut?.message.text).toBe('Half an answer');
  expect(cut?.message.response_metadata).toMatchObject({
    cut: true,
    memory_read: {
      revision: 2,
      sha256: 'a'.repeat(64),
      read_at: '2026-11-30T12:00:00.000Z',
      call: 2,
    },
  });
});

it('says nothing of memory where none was read', () => {
  const spoken = new MessageTextSoFar(memoryRules.receiptOf);
  spoken.hear(says('m', 'Half'));
  expect(spoken.cutAnswer(new Set())?.message.response_metadata).not.toHaveProperty('memory_read');
});
