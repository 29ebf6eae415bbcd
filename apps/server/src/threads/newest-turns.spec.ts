import { describe, expect, it } from 'vitest';

import { withNewestTurns } from './newest-turns.ts';

const said = (type: string, id: string, content = '') => ({ type, id, content });
const turn = (name: string, content = '') => [
  said('human', `${name}-asked`),
  said('ai', `${name}-calls`),
  said('tool', `${name}-result`, content),
  said('ai', `${name}-answers`),
];
const state = (...messages: object[]) => ({ next: [], values: { messages, other: 1 } });

const newest = (view: ReturnType<typeof state>, count: number) => {
  const { values, earlier_messages: earlier } = withNewestTurns(view, count);
  const { messages, other } = values as ReturnType<typeof state>['values'];
  expect(other).toBe(1);
  return { kept: messages.map((message) => (message as { id: string }).id), earlier };
};
const ids = (...names: string[]) => names.flatMap((name) => turn(name).map(({ id }) => id));

describe('the newest turns', () => {
  it('are whole, as many as it takes, and the others are told by id and in order', () => {
    const view = state(...turn('a'), ...turn('b'), ...turn('c'));
    expect(newest(view, 1)).toEqual({ kept: ids('c'), earlier: ids('a', 'b') });
    expect(newest(view, 4)).toEqual({ kept: ids('c'), earlier: ids('a', 'b') });
    expect(newest(view, 5)).toEqual({ kept: ids('b', 'c'), earlier: ids('a') });
    expect(newest(view, 60)).toEqual({ kept: ids('a', 'b', 'c'), earlier: [] });
  });

  it('are fewer where they are long, and never less than the newest one', () => {
    const long = 'x'.repeat(150_000);
    const view = state(...turn('a'), ...turn('b', long), ...turn('c', long));
    expect(newest(view, 60)).toEqual({ kept: ids('c'), earlier: ids('a', 'b') });
    const huge = state(...turn('a'), ...turn('b', long.repeat(9)));
    expect(newest(huge, 60)).toEqual({ kept: ids('b'), earlier: ids('a') });
  });

  it('take along what stands before the first turn', () => {
    const view = state(said('system', 's'), ...turn('a'));
    expect(newest(view, 5)).toEqual({ kept: ['s', ...ids('a')], earlier: [] });
    expect(newest(state(said('ai', 'greeting')), 1)).toEqual({ kept: ['greeting'], earlier: [] });
  });

  it('leave a state without messages as it is', () => {
    const view = { values: { sum: 3 } };
    expect(withNewestTurns(view, 1)).toBe(view);
  });
});
