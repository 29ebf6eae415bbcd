import type { Logger } from 'pino';

import { ShuttingDownError } from '../events/follow.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { RunEvent } from '../storage/storage.ts';
import { describeError } from './describe-error.ts';

export interface EventStreamOptions {
  /** Silence after which a comment tells that the connection lives, in milliseconds. */
  readonly heartbeatMs: number;
  readonly logger: Logger;
  /** Whether `end` follows the last event, for clients that reconnect by themselves. */
  readonly end?: boolean;
  /** Cuts the connection; without it the stream itself fails. */
  readonly cut?: (() => void) | undefined;
  /** Aborted when the request is over: a reply that nobody began to read ends by it too. */
  readonly disconnected?: AbortSignal;
  /** Called once: `gone` when the reader went away before the end. */
  readonly closed?: (how: 'ended' | 'gone') => void;
}

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(': alive\n\n');
const END = encoder.encode('event: end\ndata: null\n\n');

/**
 * Server-sent events, read only as fast as the reader takes them. If reading fails the connection is
 * cut, so that the client rejoins after its last event; damaged events end the stream with an `error`
 * that says so.
 */
export function eventStream(
  follow: (signal: AbortSignal) => AsyncIterable<RunEvent>,
  { heartbeatMs, logger, end = false, cut, disconnected, closed }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const reading = new AbortController();
  let isOver = false;
  const over = (how: 'ended' | 'gone') => {
    if (isOver) return;
    isOver = true;
    disconnected?.removeEventListener('abort', leave);
    closed?.(how);
  };
  const leave = () => {
    reading.abort();
    over('gone');
  };
  disconnected?.addEventListener('abort', leave);
  if (disconnected?.aborted === true) leave();
  const events = follow(reading.signal)[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<RunEvent, unknown>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= events.next();
        try {
          const result = await orSilence(next, heartbeatMs);
          if (result === undefined) {
            controller.enqueue(HEARTBEAT);
            return;
          }
          next = undefined;
          if (result.done !== true) {
            controller.enqueue(encode(result.value));
            return;
          }
          if (end) controller.enqueue(END);
          controller.close();
          over('ended');
        } catch (error) {
          if (reading.signal.aborted) return;
          if (error instanceof StorageError && error.kind === 'damaged') {
            logger.error({ err: describeError(error) }, 'damaged');
            controller.enqueue(encoder.encode(damageEvent(error)));
            if (end) controller.enqueue(END);
            controller.close();
            closed?.('ended');
            return;
          }
          // A server that goes down leaves runs to be taken up again; that is no fault.
          if (error instanceof ShuttingDownError)
            logger.info('event stream cut: the server goes down');
          else logger.error({ err: describeError(error) }, 'event stream cut');
          over('gone');
          if (cut === undefined) controller.error(error);
          else cut();
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
}

/** To rejoin would meet the same damage, so the reader is told instead. */
function damageEvent({ kind, message }: StorageError): string {
  return `event: error\ndata: ${JSON.stringify({ error: kind, message })}\n\n`;
}

function encode({ id, event, data }: RunEvent): Uint8Array {
  return encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data ?? null)}\n\n`);
}

/** What the promise brings, or undefined when it stays silent for that long. */
export async function orSilence<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
