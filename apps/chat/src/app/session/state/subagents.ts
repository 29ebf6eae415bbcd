import { parseMemoryReadEvent, type MemoryRead } from '#contract/memory-read';
import { isObject } from '#contract/shape';
import { parseSubagentEvent } from '#contract/subagent';

import type { StreamPart } from '../../transport/transport';
import { addChunk, addMessages, dropUnfinished, type Transcript } from './transcript';
import { updatesOf } from './updates';

/** What a subagent has been seen to do. Nothing keeps it but this page. */
export interface Subagent {
  /** The namespace of its checkpoints, under which its events come. */
  readonly namespace: string;
  readonly messages: Transcript;
  /** Its reads of the memory, oldest first. */
  readonly reads: readonly MemoryRead[];
}

/** Subagents by the tool call that each works for. */
export type Subagents = ReadonlyMap<string, Subagent>;

/** Takes in what an event tells of subagents: that one begins, or what it does. Pure. */
export function receiveSubagent(subagents: Subagents, part: StreamPart): Subagents {
  const [mode, namespace, deeper] = part.event.split('|');
  if (namespace === undefined) return mode === 'custom' ? begun(subagents, part.data) : subagents;
  // What a subagent's own subgraphs do is theirs.
  if (deeper !== undefined) return subagents;
  for (const [callId, subagent] of subagents)
    if (subagent.namespace === namespace)
      return new Map(subagents).set(callId, grown(subagent, mode, part.data));
  return subagents;
}

/** Drops what subagents of a broken attempt have said without finishing. */
export function dropUnfinishedOf(subagents: Subagents): Subagents {
  return new Map(
    [...subagents].map(([callId, subagent]) => [
      callId,
      { ...subagent, messages: dropUnfinished(subagent.messages) },
    ]),
  );
}

/** A call that is taken up again goes on with the same subagent. */
function begun(subagents: Subagents, data: unknown): Subagents {
  const start = parseSubagentEvent(data);
  if (start === undefined) return subagents;
  const { checkpoint_ns: namespace, tool_call_id: callId } = start;
  if (subagents.get(callId)?.namespace === namespace) return subagents;
  return new Map(subagents).set(callId, { namespace, messages: [], reads: [] });
}

function grown(subagent: Subagent, mode: string | undefined, data: unknown): Subagent {
  const { messages, reads } = subagent;
  switch (mode) {
    case 'messages':
      return { ...subagent, messages: withChunk(messages, data) };
    case 'updates':
      return { ...subagent, messages: withWritten(messages, data) };
    case 'custom': {
      const read = parseMemoryReadEvent(data);
      return read === undefined ? subagent : { ...subagent, reads: [...reads, read] };
    }
    default:
      return subagent;
  }
}

function withChunk(messages: Transcript, data: unknown): Transcript {
  if (!Array.isArray(data)) return messages;
  const [chunk, about] = data as readonly unknown[];
  const isSummary = isObject(about) && about['lc_source'] === 'summarization';
  return isSummary ? messages : addChunk(messages, chunk);
}

function withWritten(messages: Transcript, data: unknown): Transcript {
  let result = messages;
  for (const { messages: written } of updatesOf(data))
    if (Array.isArray(written)) result = addMessages(result, written);
  return result;
}
