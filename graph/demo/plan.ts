import { RECALL_TOOL } from '#contract/recall';
import { STANDING_TOOL } from '#contract/standing';

import { hasMemoryPart, readFence } from '#graph/memory/fence';
import { findSecret } from '#graph/memory/secrets';
import { readResult } from '../agents/memory/recall/result-text.ts';

import { addLines, removeLines, replaceFacts, writeAll } from './edits.ts';
import { asksOfTheSaid, readIntent, type Intent } from './intent.ts';
import { correctedNote, matchingNotes, notesHolding, readNotes, type Note } from './notes.ts';
import type { Line, Plan, PlannedCall } from './transcript.ts';
import { contentWords, phrasePattern, sharedWords } from './words.ts';

const WHO =
  'I am the built-in demo model: I follow fixed rules and understand only simple sentences.';
const CAN =
  'I can remember what you tell me ("Please remember that …"), say what I know, correct it ("Change X to Y") and forget it ("Forget …").';

const OFF =
  'Memory is off in this conversation: I read nothing, and I keep nothing for other conversations.';

const STILL_FOUND =
  'What was said can still be found in its conversation; the menu of a conversation leaves it out of recall.';

/**
 * Failures after which the same is asked for once more: the file had changed between look and write,
 * or the gate wants to hear twice that lines shall go.
 */
const PASSING =
  /changed meanwhile|changed that place already|leaves out|read it|occurs \d+ times|no memory file yet/;

/** Tries at one change before its failure is told as it is. */
const MAX_TRIES = 5;

interface Situation {
  /** Literal memory of this very model call; undefined when there is no file. */
  readonly memory: string | undefined;
  readonly notes: readonly Note[];
  readonly canWrite: boolean;
  /** Whether past conversations can be searched. */
  readonly canSearch: boolean;
  /** What was said before the person's last message, newest last. */
  readonly earlier: readonly Line[];
}

/** What the demo model does next. Pure: the same conversation always gets the same answer. */
export function plan(lines: readonly Line[], tools: readonly string[]): Plan {
  const system = lines.find(({ role }) => role === 'system');
  const asked = lines.findLastIndex(({ role }) => role === 'person');
  const message = lines[asked]?.text ?? '';
  // Without a system prompt it is asked to shorten a conversation, not to take part in one.
  if (!system) return { text: `The end of what was said before:\n${message.slice(-1500)}` };
  const memory = readFence(system.text);
  const remembers = hasMemoryPart(system.text);
  const situation: Situation = {
    memory,
    notes: readNotes(memory ?? ''),
    canWrite: remembers && tools.includes('edit_file') && tools.includes('write_file'),
    canSearch: tools.includes(RECALL_TOOL),
    earlier: lines.slice(0, Math.max(0, asked)),
  };
  const intent = readIntent(message);
  const done = lines.slice(asked + 1);
  if (intent.kind !== 'standing' && !remembers) return { text: withoutMemory(intent) };
  const results = done.slice(done.findLastIndex(({ role }) => role === 'assistant') + 1);
  if (results.length === 0) return begin(intent, situation);
  return report(intent, situation, results, done.filter(({ calls }) => calls).length);
}

/** Where memory is off nothing can be said about it: not that it is empty, nor that it was kept. */
function withoutMemory({ kind }: Intent): string {
  if (kind === 'greet' || kind === 'other') return `${WHO} ${OFF}`;
  return OFF;
}

function begin(intent: Intent, situation: Situation): Plan {
  const { notes } = situation;
  switch (intent.kind) {
    case 'teach':
      return teach(intent.facts, situation);
    case 'correct':
      return correct(intent.fact, situation);
    case 'replace': {
      const found = notesHolding(notes, intent.from);
      if (found.length === 0) return { text: `I find no remembered line with "${intent.from}".` };
      const from = phrasePattern(intent.from);
      return change(situation, (memory) =>
        replaceFacts(memory, found, ({ fact }) => fact.replace(from, () => intent.to)),
      );
    }
    case 'forget': {
      const found = forgotten(notes, intent.what);
      if (found.length === 0) return { text: noLineWith(`"${intent.what}"`, notes) };
      return change(situation, (memory) => removeLines(memory, found));
    }
    case 'forget-all':
      if (notes.length === 0) return { text: 'There is nothing to forget: my memory is empty.' };
      return change(situation, () => [writeAll('')]);
    case 'standing':
      return { calls: [keepStanding(intent.instruction)] };
    case 'recall':
      return recall(intent.about, notes);
    case 'ask':
      return answer(intent.question, situation);
    case 'greet':
      return { text: `Hello. ${WHO} ${CAN}` };
    case 'other':
      return { text: `${WHO} ${CAN} I did not remember this message.` };
  }
}

/** Tells what the tools really said; makes the change again when the file had changed meanwhile. */
function report(
  intent: Intent,
  situation: Situation,
  results: readonly Line[],
  tries: number,
): Plan {
  if (intent.kind === 'ask') return tellFound(intent.question, situation, results);
  const failure = results.find(({ text }) => text.startsWith('Error'))?.text;
  if (failure === undefined) return { text: confirmation(intent, situation) };
  if (PASSING.test(failure) && tries < MAX_TRIES) {
    const again = begin(intent, situation);
    if (again.calls) return again;
  }
  if (intent.kind === 'standing') return { text: `That was not kept. ${failure}` };
  return { text: `My memory was not changed as you asked. ${failure}` };
}

function confirmation(intent: Intent, { canSearch, notes }: Situation): string {
  if (intent.kind === 'teach') {
    const known = factsOf(notes);
    const kept = intent.facts.filter((fact) => known.has(fact.toLowerCase()));
    const refusedFacts = intent.facts.filter((fact) => findSecret(fact) !== undefined);
    const refused = refusedFacts.length > 0 ? ` ${refusal(refusedFacts)}` : '';
    if (kept.length === 0)
      return `It was written, but my memory has changed again since.${refused}`;
    return `Noted:\n${list(kept)}${refused && `\n${refused.trim()}`}`;
  }
  if (intent.kind === 'standing')
    return `Kept for this conversation:\n- ${intent.instruction}\nA model would follow it; my fixed rules cannot.`;
  const stillFound = canSearch ? ` ${STILL_FOUND}` : '';
  if (intent.kind === 'forget')
    return `Forgotten: what I knew about "${intent.what}".${stillFound}`;
  if (intent.kind === 'forget-all') return `Forgotten: everything.${stillFound}`;
  if (intent.kind === 'replace') return `Changed "${intent.from}" to "${intent.to}".`;
  return 'Corrected.' + (intent.kind === 'correct' ? ` ${current(notes, intent.fact)}` : '');
}

function keepStanding(instruction: string): PlannedCall {
  return { name: STANDING_TOOL, args: { action: 'add', instruction } };
}

function current(notes: readonly Note[], fact: string): string {
  const [note] = matchingNotes(notes, fact);
  return note ? `I now have:\n- ${note.fact}` : '';
}

function teach(facts: readonly string[], situation: Situation): Plan {
  const safe = facts.filter((fact) => findSecret(fact) === undefined);
  if (safe.length === 0) return { text: refusal(facts) };
  const known = factsOf(situation.notes);
  const fresh = safe.filter((fact) => !known.has(fact.toLowerCase()));
  if (fresh.length === 0) return { text: `I have that already:\n${list(safe)}` };
  if (!situation.canWrite) return { text: 'I cannot write to memory in this conversation.' };
  return { calls: [addLines(situation.memory, fresh)] };
}

function refusal(facts: readonly string[]): string {
  const secret = facts.map(findSecret).find((found) => found !== undefined);
  return `I do not keep what looks like ${secret?.what ?? 'a secret'}; I left it out.`;
}

function correct(fact: string, situation: Situation): Plan {
  const secret = findSecret(fact);
  if (secret !== undefined) return { text: refusal([fact]) };
  const pointing = /^(?:it|that|this)(?:'s|’s| is| was) (.+)$/i.exec(fact)?.[1];
  const note = pointing === undefined ? correctedNote(situation.notes, fact) : lastTold(situation);
  const newFact = pointing === undefined ? fact : note && withValue(note.fact, pointing);
  if (note && newFact !== undefined) {
    if (note.fact === newFact) return { text: `That is what I have:\n- ${newFact}` };
    return change(situation, (memory) => replaceFacts(memory, [note], () => newFact));
  }
  const taught = readIntent(fact);
  if (taught.kind === 'teach') return teach(taught.facts, situation);
  return { text: 'I cannot tell which remembered line you mean. Say "Change X to Y", quoting X.' };
}

/** The one remembered line that the last answer spoke of. */
function lastTold({ notes, earlier }: Situation): Note | undefined {
  const said =
    earlier.findLast(({ role, text }) => role === 'assistant' && text !== '')?.text ?? '';
  const lines = new Set(said.split('\n'));
  const told = notes.filter(({ fact }) => lines.has(`- ${fact}`));
  return told.length === 1 ? told[0] : undefined;
}

/** "My base is KBZN" with the value KSUN is "My base is KSUN". */
function withValue(fact: string, value: string): string | undefined {
  const start = /^.*?\b(?:is|are|was)\s/i.exec(fact)?.[0];
  return start === undefined ? undefined : start + value;
}

/** Lines to forget: those that hold the words literally, else those that share the most of them. */
function forgotten(notes: readonly Note[], what: string): Note[] {
  const literal = notesHolding(notes, what.replace(/^(?:my|the|your) /i, ''));
  if (literal.length > 0) return literal;
  return matchingNotes(notes, what).slice(0, 1);
}

function change(situation: Situation, calls: (memory: string) => PlannedCall[]): Plan {
  if (!situation.canWrite) return { text: 'I cannot write to memory in this conversation.' };
  return { calls: calls(situation.memory ?? '') };
}

function recall(about: string | undefined, notes: readonly Note[]): Plan {
  if (notes.length === 0) return { text: 'I remember nothing yet: my memory is empty.' };
  const found = about === undefined ? notes : matchingNotes(notes, about);
  if (found.length === 0) return { text: noLineWith(`"${about ?? ''}"`, notes) };
  return { text: `This is what I remember:\n${list(found.map(({ fact }) => fact))}` };
}

function answer(question: string, { canSearch, notes }: Situation): Plan {
  const found = matchingNotes(notes, question);
  if (found.length > 0) return { text: `From memory:\n${list(found.map(({ fact }) => fact))}` };
  if (canSearch && asksOfTheSaid(question))
    return { calls: [{ name: RECALL_TOOL, args: { queries: [beginningOf(question)] } }] };
  return { text: `${noLineWith('your question', notes)}\n${WHO}` };
}

/** What the tool takes of a question, in UTF-16 units. */
const MAX_QUERY = 300;

function beginningOf(question: string): string {
  return question.slice(0, MAX_QUERY).toWellFormed();
}

/** Turns that are told of those that a search has found. */
const MOST_FOUND = 3;

/** Says from which conversations it has something, word for word: what of it answers, no rule can tell. */
function tellFound(question: string, { notes }: Situation, results: readonly Line[]): Plan {
  const result = results.map(({ text }) => text).join('\n');
  if (result.startsWith('Error'))
    return { text: `I could not search our conversations. ${result}` };
  const found = readResult(result).filter(
    ({ text }) => sharedWords(contentWords(question), contentWords(text)) > 0,
  );
  if (found.length === 0)
    return {
      text: `I found nothing about that, neither in memory nor in our conversations.\n${WHO}`,
    };
  const told = found.slice(0, MOST_FOUND).map(({ date, link, speaker, text, title }) => {
    const who = speaker === 'the person' ? 'you' : 'I';
    const quoted = text.split('\n').map((line) => `> ${line}`);
    return `From a conversation, “${title}”, where ${who} said on [${date}](${link}):\n${quoted.join('\n')}`;
  });
  const memory = `${notes.length === 0 ? 'My memory is empty' : 'No line of my memory has the words of your question'}.`;
  return {
    text: `${memory} This is what comes closest in our conversations:\n\n${told.join('\n\n')}`,
  };
}

/** What is remembered, in lower case. */
function factsOf(notes: readonly Note[]): ReadonlySet<string> {
  return new Set(notes.map(({ fact }) => fact.toLowerCase()));
}

function list(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join('\n');
}

/** Most lines that are told where none was found by its words. */
const MOST_TOLD = 20;

/** It finds lines by their words alone: where no word is shared, that is all that it can say. */
function noLineWith(words: string, notes: readonly Note[]): string {
  if (notes.length === 0) return 'I remember nothing yet: my memory is empty.';
  const told = notes.slice(0, MOST_TOLD).map(({ fact }) => fact);
  const more = notes.length > told.length ? `\n(and ${notes.length - told.length} more)` : '';
  return `No line of my memory has the words of ${words}. This is what is there:\n${list(told)}${more}`;
}
