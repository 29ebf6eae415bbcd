import { AIMessageChunk, BaseMessage } from '@langchain/core/messages';

import type { DraftEvent } from '../events/draft-event.ts';
import { projectDeep, updatesWithoutPrivateKeys, withoutPrivateKeys } from '../events/project.ts';
import { toWire, wireMessage } from '../events/wire.ts';
import { checkpointEvent, taskEvent } from './checkpoint-event.ts';
import type { GraphChunk } from './graph-source.ts';
import { isPlainJson } from './plain-json.ts';
import type { RunRequest } from './run-request.ts';

/** Turns what a graph streams into the API's events, in the modes that one run asked for. */
export class EventTranslator {
  readonly #asked: ReadonlySet<string>;
  readonly #subgraphs: boolean;
  readonly #partial = new Map<string, AIMessageChunk>();
  readonly #complete = new Set<string>();

  constructor(request: Pick<RunRequest, 'stream_mode' | 'stream_subgraphs'>) {
    this.#asked = new Set(request.stream_mode);
    this.#subgraphs = request.stream_subgraphs;
  }

  translate(chunk: GraphChunk): DraftEvent[] {
    const { mode, payload } = chunk;
    if (mode === 'traced')
      return this.#asked.has('events') ? [{ event: 'events', data: projectDeep(payload) }] : [];
    if (mode === 'messages') return this.#messages(chunk);
    const events: DraftEvent[] = [];
    if (this.#asked.has(mode))
      events.push({ event: this.#name(mode, chunk), data: projected(mode, payload) });
    if (mode === 'values' && this.#asked.has('messages')) events.push(...this.#completed(payload));
    return events;
  }

  #messages(chunk: GraphChunk): DraftEvent[] {
    const [message, metadata] = (
      Array.isArray(chunk.payload) ? chunk.payload : []
    ) as readonly unknown[];
    if (!BaseMessage.isInstance(message)) return [];
    const events: DraftEvent[] = [];
    if (this.#asked.has('messages-tuple')) {
      const event = this.#name('messages', chunk);
      const wireMetadata = toWire(metadata);
      events.push(
        AIMessageChunk.isInstance(message)
          ? { event, data: undefined, chunk: { message, metadata: wireMetadata } }
          : { event, data: [wireMessage(message), wireMetadata] },
      );
    }
    if (this.#asked.has('messages') && AIMessageChunk.isInstance(message))
      events.push(...this.#accumulated(message, metadata));
    return events;
  }

  #accumulated(message: AIMessageChunk, metadata: unknown): DraftEvent[] {
    const { id } = message;
    if (id === undefined) return [];
    const before = this.#partial.get(id);
    const whole = before ? before.concat(message) : message;
    this.#partial.set(id, whole);
    const event = 'messages/partial';
    const partial: DraftEvent = { event, data: [wireMessage(whole)], replaces: `${event} ${id}` };
    if (before) return [partial];
    return [
      { event: 'messages/metadata', data: { [id]: { metadata: toWire(metadata) } } },
      partial,
    ];
  }

  #completed(values: unknown): DraftEvent[] {
    const messages = isPlainJson(values) ? values['messages'] : undefined;
    if (!Array.isArray(messages)) return [];
    const fresh = messages.filter(
      (message) =>
        BaseMessage.isInstance(message) &&
        message.id !== undefined &&
        !this.#complete.has(message.id),
    ) as BaseMessage[];
    for (const { id } of fresh) {
      if (id === undefined) continue;
      this.#complete.add(id);
      this.#partial.delete(id);
    }
    return fresh.length > 0 ? [{ event: 'messages/complete', data: fresh }] : [];
  }

  #name(mode: string, { namespace }: GraphChunk): string {
    return this.#subgraphs && namespace.length > 0 ? [mode, ...namespace].join('|') : mode;
  }
}

/** The payload of one mode without private channels, but where the contract keeps them. */
function projected(mode: string, payload: unknown): unknown {
  switch (mode) {
    case 'values':
      return withoutPrivateKeys(payload);
    case 'updates':
      return updatesWithoutPrivateKeys(payload);
    case 'custom':
      return toWire(payload);
    case 'checkpoints':
      return toWire(checkpointEvent(payload));
    case 'tasks':
      return projectDeep(taskEvent(payload));
    case 'debug':
      return projectDebug(payload);
    default:
      return projectDeep(payload);
  }
}

function projectDebug(event: unknown): unknown {
  if (!isPlainJson(event)) return projectDeep(event);
  const { payload, ...rest } = event;
  const told = event['type'] === 'checkpoint' ? checkpointEvent(payload) : taskEvent(payload);
  return projectDeep({ ...rest, payload: told });
}
