import type { SourceFile } from '#contract/convert';

import { inThread } from '../thread/in-thread.ts';
import type { Rewrite } from './rewrite.ts';

/** Converts sources by fixed rules. */
export type RewriteSources = (
  sources: readonly SourceFile[],
  conventions: readonly string[],
  signal: AbortSignal,
) => Rewrite | Promise<Rewrite>;

/** The fixed rules in a thread of their own: large sources take longer than the event loop may wait. */
export const rewriteApart: RewriteSources = (sources, conventions, signal) =>
  inThread(signal, 'rewrite', sources, conventions);
