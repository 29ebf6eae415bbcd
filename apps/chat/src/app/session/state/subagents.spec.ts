import { describe, expect, it } from 'vitest';

import { MEMORY_READ_EVENT } from '#contract/memory-read';
import { SUBAGENT_EVENT } from '#contract/subagent';

import { reduce } from './reduce';
import type { SessionEvent } from './session-event';
import { EMPTY_SESSION } from './session-state';

const part = (event: string, data: unknown): SessionEvent => ({
  type: 'part-received',
  part: { id: undefined, event, data },
  at: new Date(0),
});
const after = (...events: SessionEvent[]) => events.reduce(reduce, EMPTY_SESSION);
const start = (tool_call_id: string, checkpoint_ns: string) =>
  part('custom', { name: SUBAGENT_EVENT, data: { tool_call_id, checkpoint_ns } });
const chunk = (id: string, content: string) => [
  { type: 'AIMessageChunk', id, content },
  { langgraph_checkpoint_ns: 'tools:1|model:2' },
];
const read = {
  name: MEMORY_READ_EVENT,
  data: {
    revision: 3,
    sha256: null,
    bytes: 0,
    read_at: '2026-01-01T00:00:00.000Z',
    call: 1,
    phase: 'model',
    reader: 'subagent',
  },
};

describe('a subagent', () => {
  it('is known by the call that it works for, each of several by its own', () => {
    const state = after(
      start('call-a', 'tools:1'),
      start('call-b', 'tools:2'),
      part('messages|tools:2', chunk('m', 'Sec')),
      part('custom|tools:1', read),
      part('messages|tools:2', chunk('m', 'ond')),
      part('updates|tools:1', { model: { messages: [{ type: 'ai', id: 'n', content: 'First' }] } }),
    );
    const texts = (id: string) => state.subagents.get(id)?.messages.map(({ text }) => text);
    expect(texts('call-a')).toEqual(['First']);
    expect(texts('call-b')).toEqual(['Second']);
    expect(state.subagents.get('call-a')?.reads).toEqual([read.data]);
    expect(state.messages).toEqual([]);
  });

  it('keeps its tool calls with their results', () => {
    const asks = {
      type: 'ai',
      id: 'n',
      content: '',
      tool_calls: [{ id: 'x', name: 'ls', args: {} }],
    };
    const tool = { type: 'tool', id: 't', tool_call_id: 'x', content: 'a.md' };
    const state = after(
      start('call-a', 'tools:1'),
      part('updates|tools:1', { model: { messages: [asks] } }),
      part('updates|tools:1', { tools: [{ messages: [tool] }] }),
    );
    const [message] = state.subagents.get('call-a')?.messages ?? [];
    expect(message?.toolCalls[0]?.result?.text).toBe('a.md');
  });

  it('is guessed from nothing: events that no start was told for, and false starts, are none', () => {
    const state = after(
      part('messages|tools:1', chunk('m', 'who?')),
      part('custom', { name: SUBAGENT_EVENT, data: { tool_call_id: 1 } }),
      start('call-a', 'tools:2'),
      part('messages|tools:2|tools:3', chunk('m', 'deeper')),
    );
    expect([...state.subagents]).toEqual([
      ['call-a', { namespace: 'tools:2', messages: [], reads: [] }],
    ]);
  });

  it('goes on where it was when the run is taken up again, without half sentences', () => {
    const state = after(
      start('call-a', 'tools:1'),
      part('updates|tools:1', { model: { messages: [{ type: 'ai', id: 'n', content: 'Done' }] } }),
      part('messages|tools:1', chunk('m', 'Half a')),
      part('metadata', { attempt: 2 }),
      start('call-a', 'tools:1'),
    );
    expect(state.subagents.get('call-a')?.messages.map(({ text }) => text)).toEqual(['Done']);
  });
});
