import type { Posting } from '../passage-index.ts';
import type { TypedIndex } from '../find-typed.ts';
import { type Passage, type Speaker, traitsOf } from '../passage.ts';
import { standsAt } from '../phrases.ts';
import { wordsIn } from '../words.ts';

/** One message of a conversation, for tests: what was said, by whom, on which day. */
export type Told = readonly [speaker: Speaker, text: string, day: string];

/** An index in memory of some conversations, their numbers counted from 1. */
export function indexOf(...threads: readonly (readonly Told[])[]): TypedIndex {
  const passages = threads.flatMap((said, thread) =>
    said.map(([speaker, text, day], at): Passage => ({
      thread: thread + 1,
      place: at + 1,
      speaker,
      at: Date.parse(day),
      traits: traitsOf(text),
      words: wordsIn(text).map(({ word }) => word),
    })),
  );
  const known = [...new Set(passages.flatMap(({ words }) => words))].sort();
  const where = (holds: (words: readonly string[]) => boolean) =>
    Map.groupBy(
      passages.filter(({ words }) => holds(words)),
      ({ thread }) => thread,
    );
  return {
    passages: passages.length,
    words: passages.reduce((sum, { words }) => sum + words.length, 0),
    wordsBeginning: (beginning) => known.filter((word) => word.startsWith(beginning)),
    postings: (word): Posting[] =>
      [...where((words) => words.includes(word))].map(([thread, found]) => ({
        thread,
        places: found.map(({ place }) => place),
      })),
    placesOf: (phrase) =>
      new Map(
        [...where((words) => words.some((_, at) => standsAt(phrase, words, at)))].map(
          ([thread, found]) => [thread, new Set(found.map(({ place }) => place))],
        ),
      ),
    read: (thread, from, to) =>
      passages.filter((each) => each.thread === thread && each.place >= from && each.place <= to),
  };
}
