import { describe, expect, it, vi } from 'vitest';

import { TransportError } from '../../transport/transport-error';
import type { Conversation } from './conversation';
import { Deletions, UNDO_WINDOW_MS } from './deletions';
import { until } from '../../testing/until';

const conversation = (threadId: string): Conversation => ({
  threadId,
  title: threadId,
  state: 'idle',
  activeAt: new Date(0),
  temporary: false,
  graphId: undefined,
  leftOut: false,
});

function setUp(erase: (threadId: string) => Promise<void> = () => Promise.resolve()) {
  let now = 0;
  const timers = new Set<{ at: number; callback: () => void }>();
  const erased = vi.fn(erase);
  const [onErased, onFailed] = [vi.fn(), vi.fn()];
  const deletions = new Deletions({
    after(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    erase: erased,
    onErased,
    onFailed,
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.callback();
  };
  const requests = () => erased.mock.calls.map(([threadId]) => threadId);
  return { deletions, pass, requests, onErased, onFailed, timers };
}

describe('a deletion', () => {
  it('hides at once, and is asked for once, when the undo window has passed', async () => {
    const { deletions, pass, requests, onErased } = setUp();
    deletions.delete(conversation('a'));
    expect(deletions.hidden().has('a')).toBe(true);
    expect(deletions.undoable().map(({ threadId }) => threadId)).toEqual(['a']);
    pass(UNDO_WINDOW_MS - 1);
    expect(requests()).toEqual([]);
    pass(1);
    expect(requests()).toEqual(['a']);
    await until(() => onErased.mock.calls.length === 1);
    deletions.flush();
    pass(UNDO_WINDOW_MS);
    expect(requests()).toEqual(['a']);
    expect(deletions.undoable()).toEqual([]);
    expect(deletions.hidden().has('a')).toBe(true);
  });

  it('that is taken back is never asked for', () => {
    const { deletions, pass, requests, timers } = setUp();
    deletions.delete(conversation('a'));
    expect(deletions.undo('a')).toBe(true);
    pass(2 * UNDO_WINDOW_MS);
    deletions.flush();
    expect(requests()).toEqual([]);
    expect(deletions.hidden().has('a')).toBe(false);
    expect(timers.size).toBe(0);
  });

  it('cannot be taken back once it was asked for', () => {
    const { deletions, pass } = setUp();
    deletions.delete(conversation('a'));
    pass(UNDO_WINDOW_MS);
    expect(deletions.undo('a')).toBe(false);
    expect(deletions.hidden().has('a')).toBe(true);
  });

  it('is asked for when the page is left, and not again by its timer', () => {
    const { deletions, pass, requests } = setUp();
    deletions.delete(conversation('a'));
    pass(1000);
    deletions.delete(conversation('b'));
    deletions.flush();
    pass(2 * UNDO_WINDOW_MS);
    expect(requests()).toEqual(['a', 'b']);
  });

  it('that failed brings the conversation back and says why; it can be deleted again', async () => {
    const failure = new TransportError('offline', 'not reached');
    const { deletions, pass, requests, onFailed } = setUp(() => Promise.reject(failure));
    deletions.delete(conversation('a'));
    pass(UNDO_WINDOW_MS);
    await until(() => onFailed.mock.calls.length === 1);
    expect(onFailed).toHaveBeenCalledWith(conversation('a'), failure);
    expect(deletions.hidden().has('a')).toBe(false);
    deletions.delete(conversation('a'));
    pass(UNDO_WINDOW_MS);
    expect(requests()).toEqual(['a', 'a']);
  });

  it('of one conversation leaves another’s undo alone, and counts once', () => {
    const { deletions, pass, requests } = setUp();
    deletions.delete(conversation('a'));
    deletions.delete(conversation('a'));
    pass(1000);
    deletions.delete(conversation('b'));
    deletions.undo('a');
    pass(UNDO_WINDOW_MS);
    expect(requests()).toEqual(['b']);
  });
});
