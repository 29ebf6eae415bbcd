import {
  readWireMessage,
  type CallChunk,
  type ChatMessage,
  type ToolAnswer,
  type ToolCall,
} from './message';

/** Id with which LangGraph asks to drop every earlier message. */
const REMOVE_ALL = '__remove_all__';

export type Transcript = readonly ChatMessage[];

/** What lists of messages were read as: a state that was read is looked at more than once. */
const alreadyRead = new WeakMap<readonly unknown[], Transcript>();

/** The transcript that a thread's state holds; every message of it is complete. */
export function transcriptOf(messages: unknown): Transcript {
  if (!Array.isArray(messages)) return [];
  const list: readonly unknown[] = messages;
  const known = alreadyRead.get(list);
  if (known !== undefined) return known;
  const transcript = addMessages([], list);
  alreadyRead.set(list, transcript);
  return transcript;
}

/** Adds or replaces whole messages, by id. */
export function addMessages(transcript: Transcript, messages: readonly unknown[]): Transcript {
  // Changed in place while it is nobody else's: a copy for each message makes a long list slow.
  let result = [...transcript];
  const ids = new Set(transcript.map(({ id }) => id));
  for (const value of messages) {
    const read = readWireMessage(value, true);
    if (read?.kind === 'chat') {
      const { message } = read;
      if (ids.has(message.id)) replace(result, put(result, message));
      else result.push(message);
      ids.add(message.id);
    } else if (read?.kind === 'tool') replace(result, answer(result, read.answer));
    else if (read?.kind === 'removal') {
      result = read.id === REMOVE_ALL ? [] : result.filter(({ id }) => id !== read.id);
      if (read.id === REMOVE_ALL) ids.clear();
      else ids.delete(read.id);
    }
  }
  return result;
}

function replace(transcript: ChatMessage[], place: Placed | undefined): void {
  if (place !== undefined) transcript[place.at] = place.message;
}

/** Adds one streamed piece of a message to what has arrived of it. */
export function addChunk(transcript: Transcript, chunk: unknown): Transcript {
  const read = readWireMessage(chunk, false);
  if (read?.kind === 'tool') return withPlaced(transcript, answer(transcript, read.answer));
  if (read?.kind !== 'chat') return transcript;
  const before = transcript.find(({ id }) => id === read.message.id);
  if (before?.complete === true) return transcript;
  const message = {
    ...read.message,
    // What a person said comes whole.
    complete: read.message.role === 'human',
    cut: false,
    text: (before?.text ?? '') + read.message.text,
    ...addedThought(before, read.message),
    toolCalls: addCallChunks(before?.toolCalls ?? [], read.chunks, read.message.toolCalls),
  };
  return withPlaced(transcript, put(transcript, message));
}

/** Thoughts come in pieces, as words do, and before them. */
function addedThought(
  before: ChatMessage | undefined,
  piece: ChatMessage,
): Pick<ChatMessage, 'thought' | 'thoughtMs'> {
  const thought = (before?.thought ?? '') + (piece.thought ?? '');
  const thoughtMs = piece.thoughtMs ?? before?.thoughtMs;
  return { ...(thought !== '' && { thought }), ...(thoughtMs !== undefined && { thoughtMs }) };
}

/** Drops what a broken attempt has said without finishing. */
export function dropUnfinished(transcript: Transcript): Transcript {
  return transcript.filter(({ complete }) => complete);
}

/** A message, and its place in the transcript. */
interface Placed {
  readonly at: number;
  readonly message: ChatMessage;
}

/** What takes the place of an earlier form of the message, or comes last when there is none. */
function put(transcript: Transcript, message: ChatMessage): Placed {
  const at = transcript.findLastIndex(({ id }) => id === message.id);
  const before = transcript[at];
  if (before === undefined) return { at: transcript.length, message };
  const known = new Map(before.toolCalls.map((call) => [call.id, call.result]));
  const toolCalls = message.toolCalls.map((call) => ({
    ...call,
    result: call.result ?? known.get(call.id),
  }));
  return { at, message: { ...message, toolCalls } };
}

/** The message whose tool call is answered, with the answer; undefined when there is none. */
function answer(transcript: Transcript, { toolCallId, result }: ToolAnswer): Placed | undefined {
  const at = transcript.findLastIndex(({ toolCalls }) =>
    toolCalls.some(({ id }) => id === toolCallId),
  );
  const message = transcript[at];
  if (message === undefined) return undefined;
  const toolCalls = message.toolCalls.map((call) =>
    call.id === toolCallId ? { ...call, result } : call,
  );
  return { at, message: { ...message, toolCalls } };
}

/** A copy with the message in its place. */
function withPlaced(transcript: Transcript, placed: Placed | undefined): Transcript {
  if (placed === undefined) return transcript;
  const copy = [...transcript];
  replace(copy, placed);
  return copy;
}

/**
 * Joins streamed pieces of arguments by their place. Calls that came whole beside them (a message
 * that was never streamed) are taken when there are no pieces at all.
 */
function addCallChunks(
  calls: readonly ToolCall[],
  chunks: readonly CallChunk[],
  whole: readonly ToolCall[],
): readonly ToolCall[] {
  if (chunks.length === 0) return calls.length === 0 ? whole : calls;
  const result = [...calls];
  for (const { place, id, name, argumentsText } of chunks) {
    const at = result.findIndex((call) => call.place === place);
    const before = result[at];
    const call = {
      id: id ?? before?.id ?? `call-${place}`,
      place,
      name: name ?? before?.name ?? '',
      argumentsText: (before?.argumentsText ?? '') + argumentsText,
      result: before?.result,
    };
    if (before === undefined) result.push(call);
    else result[at] = call;
  }
  return result;
}
