import { describe, expect, it } from 'vitest';

import { findTyped } from './find-typed.ts';
import { recallAny } from './fuse.ts';
import { recall } from './recall.ts';
import { indexOf, type Told } from './testing/memory-index.ts';

const DAY = '2026-03-12';
const me = (text: string, day = DAY): Told => ['person', text, day];
const its = (text: string, day = DAY): Told => ['assistant', text, day];
const best = (index: ReturnType<typeof indexOf>, question: string) => {
  const [first] = recall(index, question, 1);
  return first && [first.thread, first.place];
};

describe('the ranking', () => {
  it('puts the rarer words of a question above the common ones', () => {
    const index = indexOf(
      [me('We talked about the price of the boat.'), its('The price of it, yes.')],
      [me('The price of bread.')],
      [me('The hangar is at Belgrade.')],
    );
    expect(best(index, 'price of the hangar')).toEqual([3, 1]);
  });

  it('knows the forms of a word', () => {
    const index = indexOf([me('Yesterday we flew to Helena.')], [me('A fly sat on the wall.')]);
    expect(best(index, 'flying to Helena')).toEqual([1, 1]);
    expect(recall(index, 'decision', 5)).toEqual([]);
  });

  it('finds the answer behind the question that names its subject', () => {
    const index = indexOf(
      [me('What shall we do about the hangar?'), its('Take the one with the green door.')],
      [me('The door of the fridge is green.')],
      [me('Something of no interest.'), its('Nothing of it either.')],
    );
    const found = recall(index, 'Which hangar did you recommend?', 2);
    expect(found.map(({ place, thread }) => [thread, place])).toContainEqual([1, 2]);
  });

  it('goes by who is asked about', () => {
    const index = indexOf([
      me('I prefer the train.'),
      its('I prefer the bus, since the train is dear.'),
    ]);
    expect(best(index, 'What did I say about the train?')).toEqual([1, 1]);
    expect(best(index, 'What did you say about the train?')).toEqual([1, 2]);
  });

  it('goes by the date that is named', () => {
    const index = indexOf(
      [me('The flight was cancelled.', '2026-01-03')],
      [me('The flight was cancelled.', '2026-05-20')],
    );
    expect(best(index, 'Which flight was cancelled in May 2026?')).toEqual([2, 1]);
    expect(best(index, 'Which flight was cancelled on 3 January 2026?')).toEqual([1, 1]);
  });

  it('looks only where it may, and counts no less for that', () => {
    const index = indexOf([me('The hangar, first.')], [me('The hangar, second.')]);
    const within = { thread: (thread: number) => thread === 1 };
    expect(recall(index, 'hangar', 5, { within }).map(({ thread }) => thread)).toEqual([1]);
    const none = { passage: () => false };
    expect(recall(index, 'hangar', 5, { within: none })).toEqual([]);
  });

  it('puts first what several wordings agree on, each passage once', () => {
    const index = indexOf(
      [me('The plane is kept in a shed.')],
      [me('The plane was late.')],
      [me('A shed for the bicycles.')],
    );
    const found = recallAny(index, ['plane', 'shed', 'kept in a shed'], 5);
    expect(found[0]?.thread).toBe(1);
    expect(new Set(found.map(({ thread }) => thread)).size).toBe(found.length);
    expect(recallAny(index, [], 5)).toEqual([]);
  });
});

describe('what is typed into a search', () => {
  it('may be typed to the middle of its last word, and of any other', () => {
    const index = indexOf([me('The hangar at Bozeman')], [me('The hanger in the wardrobe')]);
    const { conversations, whole } = findTyped(index, 'hang boze');
    expect([whole, conversations.map(({ thread }) => thread)]).toEqual([true, [1]]);
  });

  it('is found in the passages that hold it, the best first', () => {
    const index = indexOf([
      me('Far away there is a hangar, and much more is to be said of other things there.'),
      its('Nothing here.'),
      me('The hangar at Bozeman.'),
    ]);
    const [found] = findTyped(index, 'hangar bozeman').conversations;
    expect(found?.places).toEqual([3, 1]);
  });
});
