import { BaseMessage } from '@langchain/core/messages';
import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';

import type { ServedGraph } from '../assistants/graphs.ts';
import { HttpError } from '../http/http-error.ts';
import { removedId } from './admit-update.ts';
import { channelsOf } from './state-channels.ts';

/** An update, and where it would be made. */
export interface PlacedUpdate {
  readonly update: unknown;
  /** Name of the part of the request that holds it. */
  readonly where: string;
  /** Configurable of the checkpoint that it would change; the thread's newest without an id. */
  readonly at: Readonly<Record<string, unknown>>;
}

/**
 * Refuses to remove messages that are not there: the graph would fail on it after the request was
 * accepted. The state is read only for an update that removes something.
 * Throws HttpError `invalid` naming the message.
 */
export async function refuseUnknownRemovals(
  saver: BaseCheckpointSaver,
  graph: ServedGraph,
  { update, where, at }: PlacedUpdate,
): Promise<void> {
  const removing = updatesOf(update).filter(
    ([channel, value]) =>
      channelsOf(graph).messages.has(channel) &&
      [value].flat().some((message) => removedId(message) !== undefined),
  );
  if (removing.length === 0) return;
  const tuple = await saver.getTuple({ configurable: { checkpoint_ns: '', ...at } });
  for (const [channel, value] of removing) {
    const ids = idsIn(tuple?.checkpoint.channel_values[channel]);
    for (const [index, message] of [value].flat().entries()) {
      const removed = removedId(message);
      if (removed === REMOVE_ALL_MESSAGES) break;
      if (removed === undefined) addId(ids, message);
      else if (!ids.has(removed))
        throw new HttpError(
          'invalid',
          `${where}.${channel}[${index}].id names no message of this conversation, so it cannot be removed.`,
        );
    }
  }
}

function updatesOf(update: unknown): (readonly [string, unknown])[] {
  if (Array.isArray(update))
    return update.flatMap((pair: unknown) =>
      Array.isArray(pair) ? [[String(pair[0]), pair[1] as unknown] as const] : [],
    );
  return typeof update === 'object' && update !== null ? Object.entries(update) : [];
}

function idsIn(messages: unknown): Set<string> {
  const ids = new Set<string>();
  for (const message of [messages].flat()) addId(ids, message);
  return ids;
}

function addId(ids: Set<string>, message: unknown): void {
  if (BaseMessage.isInstance(message) || (typeof message === 'object' && message !== null)) {
    const id = 'id' in message ? message.id : undefined;
    if (typeof id === 'string') ids.add(id);
  }
}
