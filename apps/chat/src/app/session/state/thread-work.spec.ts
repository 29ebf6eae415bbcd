import { expect, it } from 'vitest';

import { reduce } from './reduce';
import type { SessionEvent } from './session-event';
import { EMPTY_SESSION } from './session-state';
import { NO_WORK, receiveWork, workOf } from './thread-work';

const file = (content: unknown, over: object = {}) => ({
  content,
  mimeType: 'text/plain',
  modified_at: '2026-01-01T00:00:00.000Z',
  ...over,
});

it('reads a plan and files as a thread’s state holds them', () => {
  const work = workOf({
    todos: [
      { content: 'a', status: 'completed' },
      { content: 'b', status: 'in_progress' },
      { content: 'c', status: 'who knows' },
      'd',
    ],
    files: { '/b.md': file('two'), '/a.md': file(['one', 'line'], { modified_at: 7 }), '/c': 1 },
  });
  expect(work).toEqual({
    todos: [
      { text: 'a', status: 'completed' },
      { text: 'b', status: 'in_progress' },
    ],
    files: [
      { path: '/a.md', text: 'one\nline', changedAt: undefined },
      { path: '/b.md', text: 'two', changedAt: '2026-01-01T00:00:00.000Z' },
    ],
  });
});

it('follows what is written, and forgets a file that was taken away', () => {
  const first = receiveWork(NO_WORK, { files: { '/a': file('1'), '/b': file('2') } });
  const second = receiveWork(first, { files: { '/a': null, '/b': file('3') }, messages: [] });
  expect(second.files.map(({ path, text }) => [path, text])).toEqual([['/b', '3']]);
  expect(receiveWork(second, { messages: [] })).toBe(second);
});

it('is live and after a reload the same, and survives the turn that follows', () => {
  const at = new Date(0);
  const todos = [{ content: 'a', status: 'pending' }];
  const files = { '/a': file('1') };
  const live = [{ tools: [{ todos, messages: [] }, { files }] }].map((data): SessionEvent => ({
    type: 'part-received',
    part: { id: undefined, event: 'updates', data },
    at,
  }));
  const shown = live.reduce(reduce, EMPTY_SESSION).work;
  expect(shown).toEqual(workOf({ todos, files }));
  const nested = { id: undefined, event: 'updates|tools:1', data: { tools: { todos: [] } } };
  const later = (
    [
      { type: 'message-sent', message: { id: 'h', text: 'hi' } },
      { type: 'part-received', part: nested, at },
    ] satisfies SessionEvent[]
  ).reduce(reduce, live.reduce(reduce, EMPTY_SESSION));
  expect(later.work).toEqual(shown);
});
