import type { PassageIndex, Posting } from '../../search/passage-index.ts';
import { type Passage, traitsOf } from '../../search/passage.ts';
import { wordsIn } from '../../search/words.ts';
import { splitPassages, type Stretch } from './split-passages.ts';

/** A document as it is searched. */
export interface SearchedDocument {
  readonly name: string;
  readonly text: string;
  /** When it was added, in milliseconds since the epoch. */
  readonly at: number;
}

/** An index over one owner's documents, made for one search. Its conversations are the documents. */
export class DocumentIndex implements PassageIndex {
  readonly passages: number;
  readonly words: number;
  readonly #documents: readonly (readonly Passage[])[];
  readonly #stretches: readonly (readonly Stretch[])[];
  readonly #postings = new Map<string, Map<number, number[]>>();
  #vocabulary: readonly string[] | undefined;

  constructor(documents: readonly SearchedDocument[]) {
    this.#stretches = documents.map(({ text }) => splitPassages(text));
    this.#documents = documents.map((document, number) => this.#read(document, number));
    const spoken = this.#documents.flatMap((passages) => passages.slice(1));
    this.passages = spoken.length;
    this.words = spoken.reduce((sum, { words }) => sum + words.length, 0);
  }

  /** Where in its document's text a passage stands. */
  stretch(document: number, place: number): Stretch | undefined {
    return this.#stretches[document]?.[place - 1];
  }

  wordsBeginning(beginning: string): string[] {
    this.#vocabulary ??= [...this.#postings.keys()].sort();
    return this.#vocabulary.filter((word) => word.startsWith(beginning));
  }

  postings(word: string): Posting[] {
    const found = this.#postings.get(word) ?? [];
    return [...found].map(([thread, places]) => ({ thread, places }));
  }

  read(document: number, from: number, to: number): readonly Passage[] {
    return this.#documents[document]?.slice(from, to + 1) ?? [];
  }

  /** A document's passages by their places; its name stands at 0, as a conversation's title does. */
  #read({ name, text, at }: SearchedDocument, number: number): Passage[] {
    const texts = (this.#stretches[number] ?? []).map(({ start, end }) => text.slice(start, end));
    return [name, ...texts].map((part, place) => {
      const words = wordsIn(part).map(({ word }) => word);
      for (const word of new Set(words)) this.#note(word, number, place);
      const speaker = place === 0 ? ('title' as const) : ('assistant' as const);
      return { thread: number, place, speaker, at, traits: traitsOf(part), words };
    });
  }

  #note(word: string, number: number, place: number): void {
    const places = this.#postings.get(word) ?? new Map<number, number[]>();
    this.#postings.set(word, places);
    const known = places.get(number);
    if (known) known.push(place);
    else places.set(number, [place]);
  }
}
