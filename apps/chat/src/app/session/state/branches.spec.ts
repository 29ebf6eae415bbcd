import { describe, expect, it } from 'vitest';

import type { CheckpointLink } from '../../transport/transport';
import { originOf, versionsAlong } from './branches';

/** Links written as `id<parent:message`, oldest first; told as the server does, newest first. */
function history(...written: readonly string[]): CheckpointLink[] {
  return written.map(read).toReversed();
}

function read(text: string): CheckpointLink {
  const [, checkpointId = '', parentId, messageId] =
    /^(\w+)(?:<(\w+))?(?::(\w+))?$/.exec(text) ?? [];
  return { checkpointId, parentId, messageId };
}

const places = (links: CheckpointLink[], shown?: string) =>
  [...versionsAlong(links, shown)].map(
    ([id, { number, count, previous, next }]) =>
      `${id} ${number}/${count} ${previous ?? '-'} ${next ?? '-'}`,
  );

describe('where a message is said anew', () => {
  const LINEAR = history('c0:a', 'c1<c0:a', 'c2<c1:b', 'c3<c2:c');

  it.each([
    ['c', 'c2'],
    ['b', 'c1'],
    // The first message: where the thread began.
    ['a', 'c0'],
    ['unknown', undefined],
  ])('of %s is %s', (message, origin) => {
    expect(originOf(LINEAR, undefined, message)).toBe(origin);
  });

  it('is before the state in which the message had been taken in', () => {
    const links = history('c0:a', 'c1<c0:a', 'c2<c1:a', 'c3<c2:b', 'c4<c3:b', 'c5<c2:x', 'c6<c5:x');
    expect(originOf(links, 'c4', 'b')).toBe('c2');
    expect(originOf(links, undefined, 'a')).toBe('c0');
    expect(places(links)).toEqual(['x 2/2 c4 -']);
  });

  it('is before the whole turn, with steps that are not trimmed yet', () => {
    const links = history('c0:a', 'c1<c0:a', 'c2<c1:b', 'c3<c2:b', 'c4<c3:b');
    expect(originOf(links, undefined, 'b')).toBe('c1');
  });

  it('is before the question that a turn stopped at, and its answer', () => {
    const links = history('c0:a', 'c1<c0:a', 'c2<c1:b', 'c3<c2', 'c4<c3:c');
    expect(originOf(links, undefined, 'b')).toBe('c1');
    expect(originOf(links, undefined, 'c')).toBe('c3');
  });

  it('is after a change of settings that the message followed', () => {
    expect(originOf(history('c0:a', 'c1<c0:a', 'c2<c1', 'c3<c2:b'), undefined, 'b')).toBe('c2');
  });

  it('is looked for in the shown branch alone', () => {
    const links = history('c0:a', 'c1<c0:a', 'c2<c1:b', 'c3<c1:x');
    expect(originOf(links, 'c2', 'b')).toBe('c1');
    expect(originOf(links, undefined, 'b')).toBeUndefined();
  });

  it('is not guessed where the history is cut off', () => {
    expect(originOf(history('c5<c4:c'), undefined, 'b')).toBeUndefined();
    expect(originOf(history('c5<c4:c'), undefined, 'c')).toBeUndefined();
    expect(originOf([], undefined, 'b')).toBeUndefined();
  });
});

describe('versions', () => {
  it('are none in a conversation that never branched', () => {
    expect(places(history('c0:a', 'c1<c0:a', 'c2<c1:b'))).toEqual([]);
  });

  it('stand at the very turn where branches part, and end where each branch ends', () => {
    const links = history('c0:a', 'c1<c0:a', 'c2<c1:b', 'c3<c2:c', 'c4<c1:x', 'c5<c1:y', 'c6<c5:z');
    expect(places(links)).toEqual(['y 3/3 c4 -']);
    expect(places(links, 'c4')).toEqual(['x 2/3 c3 c6']);
    expect(places(links, 'c3')).toEqual(['b 1/3 - c4']);
  });

  it('are told of the first message too', () => {
    const links = history('c0:a', 'c1<c0:a', 'c2<c1:b', 'c3<c0:x');
    expect(places(links)).toEqual(['x 2/2 c2 -']);
    expect(places(links, 'c2')).toEqual(['a 1/2 - c3']);
  });

  it('nest: each turn that parts has its own', () => {
    const links = history('c0:a', 'c1<c0:a', 'c2<c1:b', 'c3<c2:c', 'c4<c2:d', 'c5<c1:e');
    expect(places(links, 'c4')).toEqual(['d 2/2 c3 -', 'b 1/2 - c5']);
  });

  it('part before a turn that stopped at a question', () => {
    const links = history('c0:a', 'c1<c0:a', 'c2<c1:b', 'c3<c2', 'c4<c1:x');
    expect(places(links)).toEqual(['x 2/2 c3 -']);
  });

  it('of 200 turns are told by one pass', () => {
    const id = (turn: number) => `c${String(turn).padStart(4, '0')}`;
    const turns = Array.from({ length: 199 }, (_, n) => `${id(n + 1)}<${id(n)}:m${n + 1}`);
    const links = history('c0000:m1', ...turns, 'd0001<c0149:x');
    expect(places(links)).toEqual(['x 2/2 c0199 -']);
    expect(originOf(links, 'c0199', 'm150')).toBe('c0149');
  });
});
