import type { Check, Evidence } from './scenario.ts';

/** The memory holds this. */
export function remembers(what: RegExp): Check {
  return ({ memory = '' }) =>
    what.test(memory) ? undefined : `the memory does not hold ${String(what)}`;
}

/** The memory does not hold this. */
export function holdsNo(what: RegExp): Check {
  return ({ memory = '' }) => (what.test(memory) ? `the memory holds ${String(what)}` : undefined);
}

/** Exactly so many lines of the memory hold this. */
export function inLines(what: RegExp, count: number): Check {
  return ({ memory = '' }) => {
    const lines = memory.split('\n').filter((line) => what.test(line)).length;
    return lines === count
      ? undefined
      : `${lines} lines of the memory hold ${String(what)} instead of ${count}`;
  };
}

/** The memory is this text, to the letter; undefined for no file. */
export function memoryIs(text: string | undefined): Check {
  return ({ memory }) => (memory === text ? undefined : 'the memory is not as it should be');
}

/** The last answer holds this. */
export function says(what: RegExp): Check {
  return (evidence) =>
    what.test(lastAnswer(evidence)) ? undefined : `the answer does not hold ${String(what)}`;
}

/** The last answer does not hold this. */
export function saysNo(what: RegExp): Check {
  return (evidence) =>
    what.test(lastAnswer(evidence)) ? `the answer holds ${String(what)}` : undefined;
}

/** The conversation's standing instructions hold this. */
export function stands(what: RegExp): Check {
  return ({ standing }) =>
    standing.some((text) => what.test(text)) ? undefined : `no instruction holds ${String(what)}`;
}

/** The conversation has no standing instructions. */
export const standsNothing: Check = ({ standing }) =>
  standing.length === 0 ? undefined : 'the conversation has a standing instruction';

/** The person was asked so often about a memory change. */
export function asked(count: number): Check {
  return ({ questions }) =>
    questions === count ? undefined : `the person was asked ${questions} times instead of ${count}`;
}

/** The agent called this tool. */
export function called(tool: string): Check {
  return ({ tools }) => (tools.includes(tool) ? undefined : `${tool} was not called`);
}

/** Every run came to its end, and the last turn said something. */
export const ended: Check = (evidence) =>
  evidence.failures[0] ?? (lastAnswer(evidence).trim() === '' ? 'nothing was answered' : undefined);

function lastAnswer({ answers }: Evidence): string {
  return answers.at(-1) ?? '';
}
