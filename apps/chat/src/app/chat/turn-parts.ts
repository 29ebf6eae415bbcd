import type { ReadReceipt } from '#contract/revision';

import type { ChatMessage, ToolCall } from '../session/state/message';

/** A tool call, and which memory the model call behind it had read. */
export interface WorkCall {
  readonly call: ToolCall;
  readonly receipt: ReadReceipt | undefined;
}

/** Tool calls that were made one after the other, with nothing said in between. */
export interface Work {
  readonly calls: readonly WorkCall[];
  /** The messages beside the first that these calls were made in; they say nothing. */
  readonly alsoIn: readonly string[];
  /** From the first model call to the one after the last step, in seconds; undefined if not known. */
  readonly seconds: number | undefined;
}

/** A turn's end: what was asked, and all that was answered to it. */
export interface Turn {
  /** Undefined where the conversation on the page begins in the middle of a turn. */
  readonly asked: ChatMessage | undefined;
  readonly answers: readonly ChatMessage[];
}

/** One message as the transcript shows it. */
export interface TurnPart {
  readonly message: ChatMessage;
  readonly work: Work | undefined;
  /** The turn that ends with it, if one does. */
  readonly ends: Turn | undefined;
}

const MILLISECONDS = 1_000;

/** Makes the parts of a transcript; what has not changed since the last time is the same object. */
export class TurnParts {
  #before = new Map<string, { readonly of: readonly unknown[]; readonly part: TurnPart }>();

  of(messages: readonly ChatMessage[]): readonly TurnPart[] {
    const before = this.#before;
    this.#before = new Map();
    return turnsOf(messages).flatMap((turn) => {
      const groups = groupsOf(turn);
      return groups.map((group, at) => {
        const isLast = at === groups.length - 1;
        const next = groups[at + 1]?.[0];
        // Of the next message only its time matters: its words grow.
        const of = [...group, ...(isLast ? turn : []), next?.receipt];
        const known = before.get(group[0].id);
        const part =
          known !== undefined && isSame(known.of, of)
            ? known.part
            : partOf(group, next, isLast ? turn : undefined);
        this.#before.set(group[0].id, { of, part });
        return part;
      });
    });
  }
}

type Group = readonly [ChatMessage, ...ChatMessage[]];

function turnsOf(messages: readonly ChatMessage[]): ChatMessage[][] {
  const turns: ChatMessage[][] = [];
  for (const message of messages) {
    const turn = turns.at(-1);
    if (turn === undefined || message.role === 'human') turns.push([message]);
    else turn.push(message);
  }
  return turns;
}

/** A message, and those after it that say nothing but go on working. */
function groupsOf(turn: readonly ChatMessage[]): Group[] {
  const groups: [ChatMessage, ...ChatMessage[]][] = [];
  for (const message of turn) {
    const group = groups.at(-1);
    const goesOn =
      message.role === 'ai' &&
      message.text === '' &&
      message.thought === undefined &&
      !message.cut &&
      (group?.at(-1)?.toolCalls.length ?? 0) > 0;
    if (group !== undefined && goesOn) group.push(message);
    else groups.push([message]);
  }
  return groups;
}

function partOf(
  group: Group,
  next: ChatMessage | undefined,
  turn: readonly ChatMessage[] | undefined,
): TurnPart {
  const [message, ...others] = group;
  const calls = group.flatMap(({ receipt, toolCalls }) =>
    toolCalls.map((call) => ({ call, receipt })),
  );
  const alsoIn = others.map(({ id }) => id);
  const asked = turn?.find(({ role }) => role === 'human');
  return {
    message,
    work:
      calls.length === 0 ? undefined : { calls, alsoIn, seconds: secondsOf(message, group, next) },
    ends: turn && { asked, answers: turn.filter(({ role }) => role === 'ai') },
  };
}

/** The time between two model calls is that of the steps between them. */
function secondsOf(
  first: ChatMessage,
  group: Group,
  next: ChatMessage | undefined,
): number | undefined {
  const from = first.receipt?.read_at;
  const until = (next ?? group.at(-1))?.receipt?.read_at;
  if (from === undefined || until === undefined) return undefined;
  return Math.max(0, Date.parse(until) - Date.parse(from)) / MILLISECONDS;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
