import { describe, expect, it } from 'vitest';

import type { Conversation } from './conversation';
import { exportConversation } from './export-conversation';

const conversation: Conversation = {
  threadId: 't',
  title: 'PC-12: plans / "notes"\n?',
  state: 'idle',
  activeAt: new Date(0),
  temporary: false,
  graphId: undefined,
  leftOut: false,
};
const messages = [
  { type: 'human', id: 'h', content: 'Remember **this**' },
  { type: 'ai', id: 'a', content: '', tool_calls: [{ id: 'c', name: 'write', args: { a: 1 } }] },
  { type: 'tool', id: 't', tool_call_id: 'c', content: 'wrote ```code```' },
  { type: 'ai', id: 'b', content: 'Done.' },
];
const snapshot = {
  values: { messages, _memory: 'private' },
  checkpointId: 'cp',
  createdAt: '2026-11-30T10:00:00Z',
  next: [],
  interrupts: [],
};

describe('an export', () => {
  it('as Markdown says who said what, literally, tool calls and results whole', () => {
    const { name, text } = exportConversation(conversation, snapshot, 'markdown');
    expect(name).toBe('PC-12-plans-notes.md');
    expect(text.split('\n\n')).toEqual([
      '# PC-12: plans / "notes" ?',
      '## You',
      'Remember **this**',
      '## Throughline',
      'Tool call `write`:',
      '```json\n{\n  "a": 1\n}\n```',
      'Result:',
      '````\nwrote ```code```\n````',
      '## Throughline',
      'Done.\n',
    ]);
  });

  it('as JSON holds the messages as they were read, and nothing else of the state', () => {
    const { name, text } = exportConversation(conversation, snapshot, 'json');
    expect(name).toBe('PC-12-plans-notes.json');
    expect(JSON.parse(text)).toEqual({
      thread_id: 't',
      title: conversation.title,
      checkpoint_id: 'cp',
      checkpoint_created_at: '2026-11-30T10:00:00Z',
      messages,
    });
  });

  it('of an empty conversation, and of a title without letters, is a file all the same', () => {
    const empty = { ...snapshot, values: {} };
    const untitled = { ...conversation, title: undefined };
    expect(exportConversation(untitled, empty, 'markdown')).toMatchObject({
      name: 'New-conversation.md',
      text: '# New conversation\n',
    });
    expect(exportConversation({ ...conversation, title: '???' }, empty, 'json').name).toBe(
      'conversation.json',
    );
  });
});
