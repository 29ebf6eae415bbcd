import type { Client } from '@langchain/langgraph-sdk';

import {
  CONVERT_GRAPH_ID,
  readConversion,
  type Conversion,
  type ConversionInput,
  type ConversionReport,
} from '#contract/conversion';
import { parseConversionEvent } from '#contract/conversion-events';

import { CliError } from './cli-error.ts';
import { progressLine } from './progress.ts';

/** A conversion whose newest turn has ended. */
export type Converted = Conversion & { readonly report: ConversionReport };

type Say = (line: string) => void;

/** Runs one turn on a thread of the server. Throws CliError with the server's own sentence. */
export async function runTurn(
  client: Client,
  threadId: string,
  input: ConversionInput,
  say: Say,
): Promise<Converted> {
  const stream = client.runs.stream(threadId, CONVERT_GRAPH_ID, {
    input: { ...input },
    streamMode: ['custom'],
    multitaskStrategy: 'reject',
    // Who ends this program ends the turn; the conversation is then as it was before.
    onDisconnect: 'cancel',
  });
  for await (const { event, data } of stream) {
    if ((event as string) === 'error') throw new CliError(sentenceOf(data));
    const told = parseConversionEvent(data);
    if (told !== undefined) say(progressLine(told));
  }
  const { values } = await client.threads.getState(threadId);
  return asConverted(values);
}

/** The same in this process, on no thread: nothing is kept anywhere. */
export async function runAlone(input: ConversionInput, say: Say): Promise<Converted> {
  const { graph, rules } = await import('#graph/agents/convert/graph');
  const problem =
    rules.updateProblem(input) ?? (await rules.turnProblem(input, () => Promise.resolve({})));
  if (problem !== undefined) throw new CliError(problem);
  let values: unknown;
  const stream = await graph.stream(
    { ...input },
    { streamMode: ['custom', 'values'], recursionLimit: 50 },
  );
  for await (const [mode, told] of stream as AsyncIterable<[string, unknown]>) {
    if (mode === 'values') values = told;
    const event = mode === 'custom' ? parseConversionEvent(told) : undefined;
    if (event !== undefined) say(progressLine(event));
  }
  return asConverted(values);
}

function asConverted(values: unknown): Converted {
  const conversion = readConversion(values);
  if (conversion?.report == null)
    throw new CliError('The turn was stopped before it had a result.');
  return { ...conversion, report: conversion.report };
}

function sentenceOf(data: unknown): string {
  const { message } = (data ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : 'The server could not end the turn.';
}
