import type { Command, StreamMode } from '@langchain/langgraph';

import type { ServedGraph } from '../assistants/graphs.ts';
import { streamOptions, type CallParts } from './graph-call.ts';
import type { RunRequest } from './run-request.ts';

/** One piece of a graph's stream. */
export interface GraphChunk {
  /** Path of the subgraph it came from; empty for the graph itself. */
  readonly namespace: readonly string[];
  /** A stream mode of the library, or `traced` for an event of the tracing stream. */
  readonly mode: StreamMode | 'traced';
  readonly payload: unknown;
}

/** What a graph is started with: an input, a command, or null to go on. */
export type GraphInput = Command | Record<string, unknown> | null;

/**
 * Runs the graph and yields what it streams. Ends by throwing what the graph threw, or once the
 * signal is aborted; tasks that heed no signal may then still be at work, behind the fence.
 */
export async function* streamGraph(
  graph: ServedGraph,
  input: GraphInput,
  parts: CallParts,
  options: { readonly fork: boolean },
): AsyncGenerator<GraphChunk> {
  const { request } = parts;
  const call = streamOptions(parts, { modes: libraryModes(request), fork: options.fork });
  if (request.stream_mode.includes('events')) {
    const events = graph.streamEvents(input, { ...call, version: 'v2' });
    for await (const event of events) {
      if (event.tags?.includes('langsmith:hidden')) continue;
      const chunk: unknown = event.data.chunk;
      if (event.event === 'on_chain_stream' && event.run_id === parts.run.runId)
        yield readChunk(chunk);
      else yield { namespace: [], mode: 'traced', payload: event };
    }
    return;
  }
  for await (const chunk of await graph.stream(input, call)) yield readChunk(chunk);
}

/**
 * The library's modes a run needs. Updates tell of interrupts; message chunks, and what was read for
 * them, are what a cancelled run keeps of an answer, whether or not anyone asked to see them.
 */
function libraryModes({ stream_mode }: RunRequest): string[] {
  const asked = stream_mode.filter((mode) => mode !== 'events' && mode !== 'messages-tuple');
  if (asked.includes('messages')) asked.push('values');
  return [...new Set([...asked, 'updates', 'messages', 'custom'])];
}

function readChunk(chunk: unknown): GraphChunk {
  const parts: readonly unknown[] = Array.isArray(chunk) ? chunk : [];
  const [namespace, mode, payload] = parts.length === 2 ? [[], ...parts] : parts;
  return {
    namespace: Array.isArray(namespace) ? namespace.filter((part) => typeof part === 'string') : [],
    mode: mode as StreamMode,
    payload,
  };
}
