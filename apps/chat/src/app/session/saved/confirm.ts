import { parseObservation } from '#contract/observation';

import type { EarlierMessages, ThreadSnapshot } from '../../transport/transport';
import { readStoredObservation, type ReceivedObservation } from '../evidence/evidence';
import type { Confirmation } from '../state/confirmation';
import { beginsWith } from '../state/earlier';
import type { ChatMessage } from '../state/message';
import { transcriptOf, type Transcript } from '../state/transcript';

/** What is compared: what this page was shown, and a fresh read made after the run's success. */
export interface ConfirmInput {
  readonly shown: Transcript;
  /** What stood before it, known by id alone. */
  readonly earlier?: EarlierMessages;
  /** The person's message that began the turn; undefined when this page only joined it. */
  readonly sent: { readonly id: string } | undefined;
  readonly received: ReceivedObservation | undefined;
  /** Whether the conversation leaves the memory alone, so that a turn observes nothing. */
  readonly memoryOff?: boolean;
  readonly snapshot: ThreadSnapshot;
  readonly historyHead: string | undefined;
  /** When the fresh read was made. */
  readonly at: Date;
}

/**
 * Judges a fresh read after native success. Saved only if its newest checkpoint is the state's own
 * and holds the turn in full, the earlier messages by id, and the terminal observation.
 */
export function confirmSaved(input: ConfirmInput): Confirmation {
  const reason = whyNotSaved(input);
  return reason === undefined ? { saved: true, at: input.at } : { saved: false, reason };
}

function whyNotSaved(input: ConfirmInput): string | undefined {
  const { shown, snapshot, historyHead } = input;
  if (snapshot.checkpointId === undefined || snapshot.checkpointId !== historyHead)
    return $localize`the conversation has moved on since`;
  if (snapshot.next.length > 0) return $localize`the conversation waits in the middle of a turn`;
  const loaded = loadedAfter(input.earlier ?? [], snapshot);
  if (loaded === undefined) return $localize`earlier messages are missing`;
  const turnStart = startOfTurn(shown, input.sent?.id);
  if (turnStart === undefined) return $localize`this turn was not seen from its start`;
  // What an earlier run had begun to say when it failed was never said to be kept.
  const earlier = shown.slice(0, turnStart).filter(({ complete }) => complete);
  if (!holdsByOrder(earlier, loaded)) return $localize`earlier messages are missing`;
  if (!holdsInFull(shown.slice(turnStart), loaded))
    return $localize`the stored answer differs from this one`;
  if (loaded.slice(-shown.slice(turnStart).length).some(({ cut }) => cut))
    return $localize`the stored answer is not whole`;
  return whyObservationDiffers(input);
}

/** What the state holds after the messages known by id alone; undefined when those are not in it. */
function loadedAfter(earlier: EarlierMessages, { values }: ThreadSnapshot): Transcript | undefined {
  const messages: unknown = values['messages'];
  if (earlier.length === 0) return transcriptOf(messages);
  if (!Array.isArray(messages) || !beginsWith(messages, earlier)) return undefined;
  return transcriptOf(messages.slice(earlier.length));
}

function startOfTurn(shown: Transcript, turnId: string | undefined): number | undefined {
  const place =
    turnId === undefined
      ? shown.findLastIndex(({ role }) => role === 'human')
      : shown.findIndex(({ id }) => id === turnId);
  return place === -1 ? undefined : place;
}

function holdsByOrder(earlier: Transcript, loaded: Transcript): boolean {
  return earlier.every(({ id }, place) => loaded[place]?.id === id);
}

/** Whether the loaded messages end with exactly the turn's: text, tool arguments and results. */
function holdsInFull(turn: Transcript, loaded: Transcript): boolean {
  const stored = loaded.slice(loaded.length - turn.length);
  return (
    stored.length === turn.length && turn.every((message, place) => same(message, stored[place]))
  );
}

function same(shown: ChatMessage, stored: ChatMessage | undefined): boolean {
  return (
    shown.id === stored?.id &&
    shown.role === stored.role &&
    shown.text === stored.text &&
    sameFiles(shown.attachments, stored.attachments) &&
    shown.toolCalls.length === stored.toolCalls.length &&
    shown.toolCalls.every((call, place) => {
      const other = stored.toolCalls[place];
      return (
        call.id === other?.id &&
        call.name === other.name &&
        sameJson(call.argumentsText, other.argumentsText) &&
        call.result?.text === other.result?.text &&
        call.result?.failed === other.result?.failed
      );
    })
  );
}

/** Whether the files are the same, to the byte. */
function sameFiles(shown: ChatMessage['attachments'], stored: ChatMessage['attachments']): boolean {
  return JSON.stringify(shown ?? []) === JSON.stringify(stored ?? []);
}

/** Whether two texts of arguments say the same; streamed pieces are spaced as the model spaced them. */
function sameJson(shown: string, stored: string): boolean {
  if (shown === stored) return true;
  try {
    return JSON.stringify(JSON.parse(shown)) === JSON.stringify(JSON.parse(stored));
  } catch {
    // Arguments that are no JSON were cut short: they are not what was stored.
    return false;
  }
}

function whyObservationDiffers(input: ConfirmInput): string | undefined {
  const { received, snapshot, at } = input;
  const stored = readStoredObservation(snapshot.values, at, undefined);
  if (input.memoryOff === true && received === undefined) return undefined;
  const observation = received?.observation;
  if (observation?.phase !== 'terminal') return $localize`the last read of memory was not observed`;
  const loaded = parseObservation({
    memory_contents: stored.contents,
    memory_scope_owner: stored.owner,
    phase: 'terminal',
  });
  const matches =
    loaded?.memory_scope_owner === observation.memory_scope_owner &&
    JSON.stringify(loaded.memory_contents) === JSON.stringify(observation.memory_contents);
  return matches
    ? undefined
    : $localize`the stored observation of memory differs from the last one seen`;
}
