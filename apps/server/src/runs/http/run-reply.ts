import type { Context } from 'hono';
import { z } from 'zod';

import type { AppParts } from '../../app-parts.ts';
import { describeError } from '../../http/describe-error.ts';
import type { HttpEnv } from '../../http/http-env.ts';
import { eventStream } from '../../http/event-stream.ts';
import { asksForHeadersOnly, takePlace } from '../../concurrency/stream-places.ts';
import { cutOf, reconnects } from '../../http/stream-reader.ts';
import { waitingJson } from '../../http/waiting-json.ts';
import type { RunEvent, RunRow } from '../../storage/storage.ts';
import { resultOf } from './run-result.ts';

/** Nobody on the way may keep it or compress it: a compressor holds signs of life back. */
const UNTOUCHED = 'no-store, no-transform';

export const joinQuery = z.object({ cancel_on_disconnect: z.stringbool().default(false) });

export interface ReplyOptions {
  /** Events up to this id are known to the reader; -1 for none. */
  readonly afterId: number;
  /** Modes to show of those that the run streams; all when empty. */
  readonly modes?: readonly string[];
  /** Whether the run ends with this connection. */
  readonly cancelOnDisconnect: boolean;
  /** Called once when the reply is over, however it ended. */
  readonly over?: () => void;
}

/**
 * Makes a reply that stays open, in a place taken before its run is made: a run whose reply cannot be
 * given is not begun. Throws HttpError `too-many`.
 */
export async function inPlace(
  { runStreams }: AppParts,
  c: Context<HttpEnv>,
  reply: (giveBack: () => void) => Response | Promise<Response>,
): Promise<Response> {
  if (asksForHeadersOnly(c)) return reply(() => undefined);
  const giveBack = takePlace(c, runStreams);
  try {
    return await reply(giveBack);
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** Replies a run's events as they come, from after the given one to the last. */
export function replyEvents(
  parts: AppParts,
  c: Context<HttpEnv>,
  run: RunRow,
  options: ReplyOptions,
): Response {
  const { engine, heartbeatMs } = parts;
  const { logger } = c.var;
  c.header('Content-Type', 'text/event-stream; charset=utf-8');
  c.header('X-Accel-Buffering', 'no');
  c.header('Cache-Control', UNTOUCHED);
  if (asksForHeadersOnly(c)) return c.body(null);
  const body = eventStream(
    (signal) => ofModes(engine.follow(run.runId, options.afterId, signal), options.modes ?? []),
    {
      heartbeatMs,
      logger,
      end: reconnects(c),
      cut: cutOf(c),
      disconnected: c.req.raw.signal,
      closed(how) {
        if (how === 'gone' && options.cancelOnDisconnect) cancelAbandoned(parts, c, run);
        options.over?.();
      },
    },
  );
  return c.body(body);
}

/** Replies what a run came to, as soon as it has ended. */
export function replyResult(
  parts: AppParts,
  c: Context<HttpEnv>,
  run: RunRow,
  options: Pick<ReplyOptions, 'cancelOnDisconnect' | 'over'>,
): Response {
  c.header('Content-Type', 'application/json');
  c.header('Cache-Control', UNTOUCHED);
  if (asksForHeadersOnly(c)) return c.body(null);
  const left = new AbortController();
  const body = waitingJson(resultOf(parts, run, left.signal), {
    heartbeatMs: parts.heartbeatMs,
    logger: c.var.logger,
    disconnected: c.req.raw.signal,
    closed(how) {
      left.abort();
      if (how === 'gone' && options.cancelOnDisconnect) cancelAbandoned(parts, c, run);
      options.over?.();
    },
  });
  return c.body(body);
}

/** Ends a run whose reader asked that it end with the connection. */
function cancelAbandoned({ engine }: AppParts, c: Context<HttpEnv>, run: RunRow): void {
  const { logger } = c.var;
  engine.cancel(run.owner, run.threadId, run.runId, 'interrupt').catch((error: unknown) => {
    logger.error({ err: describeError(error) }, 'cancelling an abandoned run failed');
  });
}

/** Event names by stream mode, where the two differ. */
const EVENT_OF_MODE: Readonly<Record<string, string>> = { 'messages-tuple': 'messages' };

/** `metadata` and `error` belong to every mode; `mode|namespace` and `mode/part` to theirs. */
async function* ofModes(
  events: AsyncIterable<RunEvent>,
  modes: readonly string[],
): AsyncIterable<RunEvent> {
  const wanted = new Set(modes.map((mode) => EVENT_OF_MODE[mode] ?? mode));
  for await (const event of events) {
    const name = event.event.split(/[|/]/, 1)[0] ?? '';
    if (wanted.size === 0 || name === 'metadata' || name === 'error' || wanted.has(name))
      yield event;
  }
}
