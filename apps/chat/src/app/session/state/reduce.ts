import type { SentMessage, ThreadSnapshot } from '../../transport/transport';
import type { TransportError } from '../../transport/transport-error';
import { readStoredObservation } from '../evidence/evidence';
import { questionsIn } from './asked-question';
import { NOTHING_EARLIER, withEarlier } from './earlier';
import { reduceQueue } from './queue';
import { receive } from './receive';
import type { SessionEvent } from './session-event';
import { EMPTY_SESSION, type SessionState, type Turn } from './session-state';
import { standingOf } from './standing';
import { workOf } from './thread-work';
import { dropUnfinished, transcriptOf, type Transcript } from './transcript';
import type { VersionShown } from './version-state';

/** The next state. Pure: the same state and event always give the same result. */
export function reduce(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'thread-opened':
      return { ...EMPTY_SESSION, opening: true };
    case 'state-read':
      return readState(state, event.snapshot, event.at);
    case 'earlier-read':
      return withEarlier(state, event.snapshot);
    case 'open-failed':
      return {
        ...state,
        opening: false,
        unopened: true,
        failure: { error: event.error, text: undefined, messageId: undefined },
      };
    case 'message-sent':
      return {
        ...beginTurn(without(state, event.insteadOf), event.message, 'sending'),
        before: { messages: state.messages, older: state.older },
      };
    case 'answer-sent':
      return beginTurn(state, undefined, 'sending');
    case 'run-accepted':
      // Whatever the new turn is, it leaves no question of the one before.
      return state.turn === 'sending'
        ? { ...state, turn: 'running', questions: [], before: undefined }
        : state;
    case 'turn-taken-up':
      return { ...beginTurn(state, event.sent, 'running'), questions: [] };
    case 'run-joined':
      return joinRun(state, event.fromStart);
    case 'thread-moved-on':
      return { ...state, ...NOTHING_KNOWN };
    case 'part-received':
      return receive(state, event.part, event.at);
    case 'connection-lost':
      return { ...state, turn: isSteady(state.turn) ? state.turn : 'reconnecting' };
    case 'run-refused':
      return refuseRun(state, event.error);
    case 'run-failed':
      return failRun(state, event.error, event.sent);
    case 'run-succeeded':
      return endTurn(state);
    case 'run-stopped':
      return { ...endTurn(state), stopped: true };
    case 'stop-asked':
      return state.turn === 'idle' ? state : { ...state, turn: 'stopping', stopFailure: undefined };
    case 'stop-failed':
      if (state.turn === 'idle') return state;
      return {
        ...state,
        turn: state.turn === 'stopping' ? 'running' : state.turn,
        stopFailure: event.error,
      };
    case 'standing-set':
      return { ...state, standing: event.list };
    case 'save-judged':
      return state.turn === 'idle' && state.older === undefined
        ? { ...state, confirmation: event.confirmation }
        : state;
    case 'versions-read':
      return { ...state, versions: event.versions };
    case 'version-shown':
      return state.turn === 'idle' ? showVersion(state, event) : state;
    case 'version-unread':
      return { ...state, versionProblem: event.error };
    default:
      return { ...state, queue: reduceQueue(state.queue, event) };
  }
}

/**
 * What is said of one turn, before anything is known of it. Live evidence belongs to the run that
 * brought it, and nothing older may stand in for it.
 */
const NOTHING_KNOWN = {
  sent: undefined,
  failure: undefined,
  stopped: false,
  stopFailure: undefined,
  received: undefined,
  confirmation: undefined,
  versionProblem: undefined,
} satisfies Partial<SessionState>;

/** A turn may be taken up before its first checkpoint holds what the person said. */
function beginTurn(
  state: SessionState,
  sent: SentMessage | undefined,
  turn: 'sending' | 'running',
): SessionState {
  return {
    ...state,
    ...NOTHING_KNOWN,
    turn,
    sent,
    older: undefined,
    messages: sent === undefined ? state.messages : withMessage(state.messages, sent),
    queue: state.queue.filter(({ id }) => id !== sent?.id),
  };
}

function joinRun(state: SessionState, fromStart: boolean): SessionState {
  return {
    ...state,
    turn: isSteady(state.turn) ? state.turn : 'running',
    messages: fromStart ? dropUnfinished(state.messages) : state.messages,
  };
}

/** Whether a lost or regained connection leaves the turn as it is. */
function isSteady(turn: Turn): boolean {
  return turn === 'idle' || turn === 'stopping';
}

/** The words go back to where they were written; a message that had failed before stands again. */
function refuseRun(state: SessionState, error: TransportError): SessionState {
  const { before, messages, sent } = state;
  const stood = before?.messages.some(({ id }) => id === sent?.id) === true;
  return {
    ...endTurn(state),
    messages: messages.filter(({ id }) => id !== sent?.id),
    ...before,
    before: undefined,
    failure: { error, text: sent?.text, messageId: stood ? sent?.id : undefined },
  };
}

function failRun(
  state: SessionState,
  error: TransportError,
  sent: SentMessage | undefined,
): SessionState {
  const lost = state.sent ?? sent;
  const told = state.failure?.error ?? error;
  const failure = { error: told, text: lost?.text, messageId: lost?.id };
  const unanswered = new Map(state.unanswered);
  if (lost !== undefined) unanswered.set(lost.id, failure);
  // What the failed run had begun to say stays in sight, and stays unfinished: nothing keeps it.
  return { ...endTurn(state), messages: state.messages, failure, unanswered };
}

/** The state without a message and what followed it. */
function without(state: SessionState, messageId: string | undefined): SessionState {
  const place = state.messages.findIndex(({ id }) => id === messageId);
  return place === -1 ? state : { ...state, messages: state.messages.slice(0, place) };
}

/**
 * Shows another branch as its checkpoint holds it. What was heard of the newest turn is not of it;
 * a question there waits no more, and what should be observed is the conversation's own.
 */
function showVersion(
  state: SessionState,
  { at, older, snapshot, versions }: VersionShown,
): SessionState {
  const read = readState({ ...state, ...NOTHING_KNOWN }, snapshot, at);
  const last = read.messages.findLast(({ role }) => role === 'human');
  // What was not answered there is still not answered, and can be sent again from there.
  const shown = { ...read, failure: last && state.unanswered.get(last.id) };
  if (older === undefined) return { ...shown, versions };
  return { ...shown, versions, older, questions: [], standing: state.standing };
}

function withMessage(messages: Transcript, sent: SentMessage): Transcript {
  const { id } = sent;
  if (messages.some((message) => message.id === id)) return messages;
  return [
    ...messages,
    { ...sent, role: 'human', toolCalls: [], complete: true, cut: false, receipt: undefined },
  ];
}

function endTurn(state: SessionState): SessionState {
  const turnStart = state.messages.findLastIndex(({ role }) => role === 'human');
  const messages = state.messages.map((message, place) =>
    message.complete || place < turnStart ? message : { ...message, complete: true },
  );
  return { ...state, turn: 'idle', sent: undefined, stopFailure: undefined, messages };
}

/**
 * Takes the stored state as the truth. What a running, stopped or failed turn has said beyond it
 * stays in sight: it was said, and losing it from view would hide that.
 */
function readState(state: SessionState, snapshot: ThreadSnapshot, at: Date): SessionState {
  const { messages: said, ...values } = snapshot.values;
  const stored = transcriptOf(said);
  const known = new Set(stored.map(({ id }) => id));
  const settled = state.turn === 'idle' && !state.stopped && state.failure === undefined;
  const beyond = settled ? [] : state.messages.filter(({ id }) => !known.has(id));
  const createdAt = snapshot.createdAt === undefined ? undefined : new Date(snapshot.createdAt);
  return {
    ...state,
    opening: false,
    older: undefined,
    messages: [...stored, ...beyond],
    earlier: snapshot.earlier ?? NOTHING_EARLIER,
    stored: readStoredObservation(snapshot.values, at, createdAt),
    questions: questionsIn(snapshot.interrupts),
    standing: standingOf(snapshot.values),
    work: workOf(snapshot.values),
    values,
  };
}
