import { contentWords, phrasePattern, sharedWords } from './words.ts';

/** The remembered lines: what is on them, and the literal line to quote when editing it. */
export interface Note {
  readonly fact: string;
  readonly line: string;
}

/** Lines of a memory file that tell something; headings and comments do not. */
export function readNotes(memory: string): Note[] {
  return memory
    .split('\n')
    .map((line) => ({ line, fact: line.trim().replace(/^[-*+]\s+/, '') }))
    .filter(({ fact }) => fact !== '' && !fact.startsWith('#') && !fact.startsWith('<!--'));
}

/** Notes that share the most words with a text, the best first; at least `least` of them. */
export function matchingNotes(notes: readonly Note[], text: string, least = 1): Note[] {
  const wanted = contentWords(text);
  return notes
    .map((note) => ({ note, shared: sharedWords(wanted, contentWords(note.fact)) }))
    .filter(({ shared }) => shared >= least)
    .sort((a, b) => b.shared - a.shared)
    .map(({ note }) => note);
}

/**
 * Longest phrase that is looked for literally, in UTF-16 units: each place of the memory may be
 * compared with all of it.
 */
const MAX_PHRASE = 500;

/** Notes that hold a phrase literally, but for case; none for a phrase that is very long. */
export function notesHolding(notes: readonly Note[], phrase: string): Note[] {
  if (phrase.length > MAX_PHRASE) return [];
  const pattern = phrasePattern(phrase);
  return notes.filter(({ fact }) => fact.search(pattern) >= 0);
}

/** The one note that a correction is about: most words shared, and clearly more than any other. */
export function correctedNote(notes: readonly Note[], fact: string): Note | undefined {
  const wanted = contentWords(fact);
  const scored = notes
    .map((note) => ({ note, shared: sharedWords(wanted, contentWords(note.fact)) }))
    .sort((a, b) => b.shared - a.shared);
  const [best, second] = scored;
  if (!best || best.shared === 0 || best.shared === second?.shared) return undefined;
  return best.note;
}

/** Whether a line can be quoted alone, as the tool demands. */
export function isUnique(memory: string, passage: string): boolean {
  return memory.split(passage).length === 2;
}
