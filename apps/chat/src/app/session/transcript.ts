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

/** The transcript that a thread's state holds; every message of it is complete. */
export function transcriptOf(messages: unknown): Transcript {
  return Array.isArray(messages) ? addMessages([], messages) : [];
}

/** Adds or replaces whole messages, by id. */
export function addMessages(transcript: Transcript, messages: readonly unknown[]): Transcript {
  let result = transcript;
  for (const value of messages) {
    const read = readWireMessage(value, true);
    if (read?.kind === 'chat') result = put(result, read.message);
    else if (read?.kind === 'tool') result = answer(result, read.answer);
    else if (read?.kind === 'removal')
      result = read.id === REMOVE_ALL ? [] : result.filter(({ id }) => id !== read.id);
  }
  return result;
}

/** Adds one streamed piece of a message to what has arrived of it. */
export function addChunk(transcript: Transcript, chunk: unknown): Transcript {
  const read = readWireMessage(chunk, false);
  if (read?.kind === 'tool') return answer(transcript, read.answer);
  if (read?.kind !== 'chat') return transcript;
  const before = transcript.find(({ id }) => id === read.message.id);
  if (before?.complete === true) return transcript;
  return put(transcript, {
    ...read.message,
    // What a person said comes whole.
    complete: read.message.role === 'human',
    cut: false,
    text: (before?.text ?? '') + read.message.text,
    toolCalls: addCallChunks(before?.toolCalls ?? [], read.chunks, read.message.toolCalls),
  });
}

/** Drops what a broken attempt has said without finishing. */
export function dropUnfinished(transcript: Transcript): Transcript {
  return transcript.filter(({ complete }) => complete);
}

function put(transcript: Transcript, message: ChatMessage): Transcript {
  const place = transcript.findLastIndex(({ id }) => id === message.id);
  const before = transcript[place];
  if (before === undefined) return [...transcript, message];
  const known = new Map(before.toolCalls.map((call) => [call.id, call.result]));
  const toolCalls = message.toolCalls.map((call) => ({
    ...call,
    result: call.result ?? known.get(call.id),
  }));
  return transcript.with(place, { ...message, toolCalls });
}

function answer(transcript: Transcript, { toolCallId, result }: ToolAnswer): Transcript {
  const place = transcript.findLastIndex(({ toolCalls }) =>
    toolCalls.some(({ id }) => id === toolCallId),
  );
  const message = transcript[place];
  if (message === undefined) return transcript;
  const toolCalls = message.toolCalls.map((call) =>
    call.id === toolCallId ? { ...call, result } : call,
  );
  return transcript.with(place, { ...message, toolCalls });
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
